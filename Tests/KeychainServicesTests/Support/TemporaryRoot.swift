import Foundation
import KeychainServices
import TestSupport

/// A directory of a test's own with a keychain, removed when the test lets go of it.
final class TemporaryRoot: Sendable {
    private let directory: TemporaryDirectory
    var path: String { directory.path }
    var root: KeychainRoot { KeychainRoot(path: path + "/data") }

    init() throws { directory = try TemporaryDirectory() }

    func open(groups: [String] = ["com.example.tests"], name: String = "default") throws -> Keychain {
        try Keychain(root: root, name: name, accessGroups: AccessGroups(groups), passcodeCost: .cheapForTests)
    }
}
