import CLinux
import Foundation
import Glibc
import KeychainServices

/// Knows programs by the path of their executable.
package struct ProgramGatekeeper: Gatekeeper {
    package init() {}

    package func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(credentials.pid)/exe", &buffer, buffer.count)
        // As long as the process that the descriptor refers to lives, its number is its own.
        guard count > 0, !clinux_pidfd_has_ended(pidfd) else {
            throw KeychainError(
                .missingEntitlement, "the agent cannot find out which program asks",
                remedy: "let the program be dumpable (prctl(2), PR_SET_DUMPABLE)")
        }
        let path = String(decoding: buffer[..<count], as: UTF8.self)
        return Program(credentials: credentials, path: path, fingerprint: path, strength: "unchecked")
    }

    package func groups(for program: Program, wanted: [String]) throws(KeychainError) -> AccessGroups {
        wanted.isEmpty ? try AccessGroups.of(executable: program.path, entitlements: nil) : AccessGroups(wanted)
    }
}
