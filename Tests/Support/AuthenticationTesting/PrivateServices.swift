import Foundation
import Glibc
import TestSupport

/// A directory of a test's own with PAM services, and files that their modules read.
package final class PrivateServices: Sendable {
    package static let service = "chatelaine"
    /// The account that these tests run as: the only one that a helper checks that is not root's.
    package static let user: String = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"

    private let directory: TemporaryDirectory
    package var path: String { directory.path }

    /// - Parameter lines: of the service; `@` stands for this directory.
    package init(_ lines: String...) throws {
        directory = try TemporaryDirectory()
        try write(lines.joined(separator: "\n") + "\n", to: Self.service)
    }

    package func write(_ text: String, to name: String) throws {
        try text.replacingOccurrences(of: "@", with: path)
            .write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// A service that asks for the password of a file.
    package static func matrix(
        password: String = "right", options: String = "", account: String? = nil
    ) throws -> PrivateServices {
        let services = try PrivateServices(
            "auth required \(Modules.matrix) passdb=@/passwords \(options)",
            account ?? "account required \(Modules.matrix) passdb=@/passwords")
        try services.write("\(user):\(password):\(service)\n", to: "passwords")
        return services
    }
}

/// Modules of the package libpam-wrapper, which play users without there being any.
package enum Modules {
    package static let matrix = path("pam_matrix.so")
    package static let chatty = path("pam_chatty.so")
    package static let areThere = [matrix, chatty].allSatisfy(FileManager.default.fileExists(atPath:))

    private static func path(_ name: String) -> String {
        #if arch(arm64)
            "/usr/lib/aarch64-linux-gnu/pam_wrapper/\(name)"
        #else
            "/usr/lib/x86_64-linux-gnu/pam_wrapper/\(name)"
        #endif
    }
}

/// What was built beside these tests.
package enum BuiltHelper {
    package static let path = BuiltPrograms.path("chatelaine-pam-helper")
}
