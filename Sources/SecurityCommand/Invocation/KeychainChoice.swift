import AgentClient
import Foundation
import KeyManagement
import KeychainServices
import LinuxSupport
import Security

/// The keychains that arguments name.
///
/// The default keychain is the one that all programs use. It has the names that macOS's has, so that scripts which name it work.
package struct KeychainChoice: Sendable {
    /// Opens the default keychain.
    let openDefault: @Sendable () throws -> Keychain
    /// The access group of new items.
    let group: String
    let home: String
    /// The keychains besides the default one, and their lists.
    let user: UserKeychains

    /// The path that names the roots of the distribution.
    static let rootsPath = "/System/Library/Keychains/SystemRootCertificates.keychain"

    /// - Parameters:
    ///   - group: the access group of new items.
    ///   - home: the user's home directory.
    ///   - user: the user's keychains besides the default one; nil for those below `home`, which are unlocked for this process alone.
    ///   - openDefault: opens the default keychain.
    package init(
        group: String, home: String, user: UserKeychains? = nil,
        openDefault: @escaping @Sendable () throws -> Keychain
    ) {
        (self.group, self.home, self.openDefault) = (group, home, openDefault)
        self.user = user ?? Self.ownKeychains(home)
    }

    private static func ownKeychains(_ home: String) -> UserKeychains {
        let unlocked = UnlockedKeyTable()
        return UserKeychains(UserDirectories { $0 == "HOME" ? home : nil }, cost: .tuned) {
            () throws(KeychainError) in ProcessUnlockedKeys(unlocked)
        }
    }

    /// A keychain with the path by which it is called in output.
    struct Named {
        let path: String
        let keychain: Keychain
        var isReadOnly = false

        /// The keychain for functions of `Security`.
        var reference: SecKeychain { SecKeychain(handle: keychain) }
    }

    /// The path that names the default keychain.
    var defaultPath: String { "\(home)/Library/Keychains/login.keychain-db" }

    /// Returns the keychains that operands name; without any those of the search list that exist.
    ///
    /// - Throws: `.noSuchKeychain`
    func named(_ operands: [String]) throws -> [Named] {
        guard operands.isEmpty else { return try operands.map { try one($0) } }
        return try user.list().search
            .filter { name in try user.portable(name)?.exists ?? true }
            .map { try open($0) }
    }

    /// Returns the keychain that an operand names; without one the keychain that is set as the default.
    ///
    /// - Throws: `.noSuchKeychain`
    func one(_ operand: String?) throws -> Named {
        guard operand != Self.rootsPath else {
            return Named(path: Self.rootsPath, keychain: try RootCertificates.keychain(), isReadOnly: true)
        }
        return try open(name(operand))
    }

    /// Same as ``one(_:)``, for changes.
    ///
    /// - Throws: `.readOnly` for the roots of the distribution.
    func writable(_ operand: String?) throws -> Named {
        let named = try one(operand)
        try named.requireWritable()
        return named
    }

    /// Returns what an operand stands for; without one the keychain that is set as the default.
    func name(_ operand: String?) throws -> KeychainName {
        guard let operand else { return try user.list().usual }
        let path = operand.contains("/") ? operand : "\(home)/Library/Keychains/\(operand)"
        guard ![defaultPath, String(defaultPath.dropLast(3))].contains(path) else { return .device }
        return try user.name(operand)
    }

    /// Returns the path by which a keychain is called in output.
    func path(of name: KeychainName) -> String {
        switch name {
        case .device: defaultPath
        case .file(let path): path
        }
    }

    /// Returns the portable keychain of a name; nil for the default one.
    ///
    /// - Throws: `.noSuchKeychain` if there is none; `.readOnly` for the roots of the distribution.
    func portable(_ operand: String?) throws -> PortableKeychain? {
        guard operand != Self.rootsPath else { throw KeychainError.rootsAreReadOnly }
        guard let portable = try user.portable(name(operand)) else { return nil }
        guard portable.exists else { throw KeychainError.missing(portable.path) }
        return portable
    }

    private func open(_ name: KeychainName) throws -> Named {
        guard let portable = try user.portable(name) else {
            return Named(path: defaultPath, keychain: try openDefault())
        }
        guard portable.exists else { throw KeychainError.missing(portable.path) }
        let keychain = portable.keychain { [group] () throws(KeychainError) in AccessGroups([group]) }
        return Named(path: portable.path, keychain: keychain)
    }
}

extension KeychainChoice.Named {
    /// - Throws: `.readOnly` for the roots of the distribution.
    func requireWritable() throws { if isReadOnly { throw KeychainError.rootsAreReadOnly } }
}

extension KeychainError {
    fileprivate static var rootsAreReadOnly: KeychainError {
        KeychainError(
            .readOnly, "the roots of the distribution cannot be changed so", remedy: "use the tools of the distribution"
        )
    }

    fileprivate static func missing(_ path: String) -> KeychainError {
        KeychainError(.noSuchKeychain, "there is no keychain “\(path)”")
    }
}
