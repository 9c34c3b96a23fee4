import Foundation
import KeyManagement

extension Keychain {
    /// The keychain that a task uses instead of the user's; tests set it.
    @TaskLocal public static var override: Keychain?

    /// Opens a keychain under a root, and creates it if it does not exist yet.
    ///
    /// - Parameters:
    ///   - root: the location of the keychain and its device key.
    ///   - accessGroups: the groups of the program that is to use it.
    ///   - name: the file's name, without its extension; letters, digits, `-`, `_` and `.`.
    ///   - passcodeCost: the cost of deriving the key of a new passcode; lower only in tests.
    /// - Throws: `.notAvailable` if it cannot be opened or created; `.parameter` for an invalid name.
    public convenience init(
        root: KeychainRoot, name: String = "default", accessGroups: AccessGroups,
        passcodeCost: PasscodeHash.Cost = .tuned
    ) throws(KeychainError) {
        try self.init(root: root, name: name, accessGroups: accessGroups, passcodeCost: passcodeCost, isMade: true)
    }

    /// As ``init(root:name:accessGroups:passcodeCost:)``.
    ///
    /// - Parameter isMade: whether a keychain that does not exist is made; else it is an error, `.noSuchKeychain`.
    package convenience init(
        root: KeychainRoot, name: String, accessGroups: AccessGroups, passcodeCost: PasscodeHash.Cost, isMade: Bool
    ) throws(KeychainError) {
        guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 200,
            name.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
            })
        else { throw .parameter("a keychain's name has letters, digits, “-”, “_” and “.” only") }
        var file = KeychainFile(root: root, name: name)
        file.isMade = isMade
        self.init(
            LocalKeychain(
                store: try StoreRegistry.shared.store(for: file, passcodeCost: passcodeCost), accessGroups: accessGroups
            ))
    }

    /// Makes a keychain in memory, which is deleted with its last reference: for tests. It behaves like one in a file.
    ///
    /// - Throws: `.allocate` if there is not enough memory.
    public static func inMemory(
        accessGroups: AccessGroups, passcodeCost: PasscodeHash.Cost = .cheapForTests
    ) throws(KeychainError) -> Keychain {
        let store = try translatingErrors { try Store(inMemoryWith: passcodeCost) }
        return Keychain(LocalKeychain(store: store, accessGroups: accessGroups))
    }
}
