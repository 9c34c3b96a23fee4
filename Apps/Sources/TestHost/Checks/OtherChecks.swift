import AppExtensions
import DataProtection
import Foundation
import LocalAuthentication

extension Check {
    /// The checks of the possible ways of authentication. Nothing is shown.
    static let authentication = [
        Check("the possibility of authentication can be queried") {
            let policies: [(String, LAPolicy)] = [
                ("finger", .deviceOwnerAuthenticationWithBiometrics),
                ("finger or passcode", .deviceOwnerAuthentication),
            ]
            var found: [String] = []
            for (name, policy) in policies {
                var error: NSError?
                let isPossible = LAContext().canEvaluatePolicy(policy, error: &error)
                try expect(isPossible == (error == nil), "\(name): an answer and an error contradict each other")
                try expect(isPossible || error?.domain == LAErrorDomain, "\(name): \(error?.domain ?? "")")
                found.append("\(name): \(isPossible ? "yes" : "no, \(error?.code ?? 0)")")
            }
            return found.joined(separator: "; ")
        }
    ]

    /// The check whether there is a password manager. None is started.
    static let passwordManager = [
        Check("the presence of a password manager can be queried") {
            PasswordManagerExtension.shared.isAppExtensionAvailable() ? "there is one" : "there is none"
        }
    ]

    /// The check that a file can be protected, with the default class: this works after the first unlock.
    static let files = [
        Check("a protected file is written and read, and its content is not in it") {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
                "TestHost-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: directory) }
            let file = directory.appendingPathComponent("file")
            let content = Data("content of this check alone".utf8)
            try ProtectedFile.write(content, to: file)
            try expect(ProtectedFile.read(from: file) == content, "something else is read than was written")
            try expect(Data(contentsOf: file).range(of: content) == nil, "its content is in it as it is")
            return nil
        }
    ]
}
