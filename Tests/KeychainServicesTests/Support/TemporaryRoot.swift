import Foundation
import KeychainServices

/// A directory of a test's own, removed when the test lets go of it.
final class TemporaryRoot: Sendable {
    let path: String
    var root: KeychainRoot { KeychainRoot(path: path + "/data") }

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/chatelaine-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func open(groups: [String] = ["com.example.tests"], name: String = "default") throws -> Keychain {
        try Keychain(root: root, name: name, accessGroups: AccessGroups(groups), passcodeCost: .cheapForTests)
    }
}
