import Glibc
import LinuxSupport
import ProcessIdentity
import Synchronization

/// The programs that belong to an agent, by the files where they are installed.
///
/// A program that is installed when this is made counts from then on. One that is installed later counts from its first request on, if
/// root alone can change it: otherwise an agent of a user's own would accept a program that was put there by another one meanwhile.
package final class BelongingPrograms: Sendable {
    /// The paths that each may have; the first file that can be executed counts.
    private let locations: [Program.Role: [String]]
    private let paths: Mutex<[Program.Role: String]>

    /// - Parameter locations: the paths that each may have, in order; by default those of the programs that are installed with this one.
    package init(locations: [Program.Role: [String]] = Program.Role.locations) {
        self.locations = locations
        paths = Mutex(locations.compactMapValues { Self.installed($0) })
    }

    private static func installed(_ paths: [String]) -> String? { paths.first { access($0, X_OK) == 0 } }

    /// Returns the role of the program that a process runs.
    ///
    /// - Parameters:
    ///   - executable: the file that it runs. It has to be the one that is installed now: one that was replaced counts no more.
    ///   - path: of that file, from the kernel.
    ///   - isRootsAlone: whether root alone could have changed the files of the process.
    package func role(of executable: FileIdentity, path: String, isRootsAlone: Bool) -> Program.Role {
        paths.withLock { paths in
            if let known = paths.first(where: { Self.isFile(executable, at: $0.value) }) { return known.key }
            guard isRootsAlone, let new = locations.first(where: { paths[$0.key] == nil && $0.value.contains(path) }),
                let installed = Self.installed(new.value), Self.isFile(executable, at: installed)
            else { return .other }
            paths[new.key] = installed
            return new.key
        }
    }

    private static func isFile(_ executable: FileIdentity, at path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return executable == FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

extension Program.Role {
    /// The paths at which they may be installed.
    package static var locations: [Self: [String]] {
        let roles = allCases.filter { $0 != .other }
        return Dictionary(uniqueKeysWithValues: roles.map { ($0, InstalledProgram.places(of: $0.rawValue)) })
    }
}
