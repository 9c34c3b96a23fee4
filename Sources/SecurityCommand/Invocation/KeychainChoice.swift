import Foundation
import KeychainServices

/// The keychains that arguments name.
///
/// The default keychain is the one that all programs use. It has the names that macOS's has, so that scripts which name it work.
package struct KeychainChoice: Sendable {
    /// Opens the default keychain.
    let openDefault: @Sendable () throws -> Keychain
    /// The access group of new items.
    let group: String
    let home: String

    /// - Parameters:
    ///   - group: the access group of new items.
    ///   - home: the user's home directory.
    ///   - openDefault: opens the default keychain.
    package init(
        group: String, home: String, openDefault: @escaping @Sendable () throws -> Keychain
    ) {
        (self.group, self.home, self.openDefault) = (group, home, openDefault)
    }

    /// A keychain with the path by which it is called in output.
    struct Named {
        let path: String
        let keychain: Keychain
    }

    /// The path that names the default keychain.
    var defaultPath: String { "\(home)/Library/Keychains/login.keychain-db" }

    /// Returns the keychains that operands name; the default one if there are none.
    ///
    /// - Throws: `.noSuchKeychain`
    func named(_ operands: [String]) throws -> [Named] {
        guard !operands.isEmpty else { return [Named(path: defaultPath, keychain: try openDefault())] }
        return try operands.map { try named($0) }
    }

    private func named(_ operand: String) throws -> Named {
        let path = operand.contains("/") ? operand : "\(home)/Library/Keychains/\(operand)"
        guard [defaultPath, String(defaultPath.dropLast(3))].contains(path) else {
            throw KeychainError(.noSuchKeychain, "there is no keychain “\(operand)”")
        }
        return Named(path: defaultPath, keychain: try openDefault())
    }
}
