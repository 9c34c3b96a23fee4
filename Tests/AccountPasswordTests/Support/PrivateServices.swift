import AccountPassword
import Foundation
import Glibc
import Secrets
import Testing

@testable import AccountPassword

/// A directory of a test's own with PAM services, and files that their modules read.
final class PrivateServices: Sendable {
    static let service = "chatelaine"
    /// The account that these tests run as: the only one that a helper checks that is not root's.
    static let user: String = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"

    let path: String

    /// - Parameter lines: of the service; `@` stands for this directory.
    init(_ lines: String...) throws {
        let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = place.appendingPathComponent("pam-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        try write(lines.joined(separator: "\n") + "\n", to: Self.service)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try text.replacingOccurrences(of: "@", with: path)
            .write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// A service that asks for the password of a file.
    static func matrix(password: String = "right", options: String = "", account: String? = nil) throws
        -> PrivateServices
    {
        let services = try PrivateServices(
            "auth required \(Modules.matrix) passdb=@/passwords \(options)",
            account ?? "account required \(Modules.matrix) passdb=@/passwords")
        try services.write("\(user):\(password):\(service)\n", to: "passwords")
        return services
    }

    func accountPassword(limit: Duration = .seconds(60)) -> Login {
        Login(AccountPassword(helper: Built.helper, configurationDirectory: path, limit: limit), self)
    }
}

/// Modules of the package libpam-wrapper, which play users without there being any.
enum Modules {
    static let matrix = path("pam_matrix.so")
    static let chatty = path("pam_chatty.so")
    static let areThere = [matrix, chatty].allSatisfy(FileManager.default.fileExists(atPath:))

    private static func path(_ name: String) -> String {
        #if arch(arm64)
            "/usr/lib/aarch64-linux-gnu/pam_wrapper/\(name)"
        #else
            "/usr/lib/x86_64-linux-gnu/pam_wrapper/\(name)"
        #endif
    }
}

/// A helper, and the directory that it reads.
final class Login: Sendable {
    let password: AccountPassword
    private let services: PrivateServices

    init(_ password: AccountPassword, _ services: PrivateServices) {
        self.password = password
        self.services = services
    }

    var pid: pid_t? { password.pid }
    var isRunning: Bool { password.isRunning }

    func authenticate(
        _ person: Person, user: String = PrivateServices.user, cancellation: Cancellation = Cancellation()
    ) -> Outcome {
        withExtendedLifetime(services) {
            password.authenticate(user: user, cancellation: cancellation, conversation: person.answer)
        }
    }
}
