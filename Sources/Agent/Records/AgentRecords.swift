import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The agent's own records: the policy, the key and the head of the audit log, the number of wrong passcodes.
///
/// They are in a keychain file of their own next to the user's, which no program can reach through the agent. It has no passcode: the
/// records are needed before the first unlock (Docs/decisions/0011).
package struct AgentRecords: Sendable {
    /// The name of the keychain file.
    package static let keychainName = "agent"

    package struct Name: Sendable {
        let rawValue: String

        package static let policy = Name(rawValue: "policy")
        package static let auditKey = Name(rawValue: "audit-key")
        package static let auditHead = Name(rawValue: "audit-head")
        package static let passcodeThrottle = Name(rawValue: "passcode-throttle")
        package static let biometryAttempts = Name(rawValue: "biometry-attempts")

        /// The paired browser profiles.
        static let browserPairings = Name(rawValue: "browser-pairings")

        /// The sites for which a program was given logins.
        static func knownSites(ofProgram fingerprint: String) -> Name { Name(rawValue: "known-sites/\(fingerprint)") }

        /// The number of wrong master passwords.
        static func passwordThrottle(ofVault name: String) -> Name { Name(rawValue: "password-throttle/\(name)") }

        /// Whether a finger unlocks a vault.
        static func fingerUnlock(ofVault name: String) -> Name { Name(rawValue: "finger-unlock/\(name)") }
    }

    private static let group = "io.github.chatelaine.agent"
    private let keychain: LocalKeychain

    /// - Parameter root: the directory of the user's keychains.
    /// - Throws: `.notAvailable` if the file cannot be opened or made.
    package init(root: KeychainRoot) throws(KeychainError) {
        do throws(KeychainError) {
            keychain = try Keychain(
                root: root, name: Self.keychainName, accessGroups: AccessGroups([Self.group])
            ).forAgent()
            _ = try keychain.lockState()
        } catch {
            throw KeychainError(
                error.code, "the agent's own records cannot be opened: \(error.reason)",
                remedy: error.remedy ?? "see share/doc/chatelaine/agent.md, “When the agent's records are damaged”")
        }
    }

    private init(_ keychain: LocalKeychain) { self.keychain = keychain }

    /// Returns records in memory, for tests.
    package static func inMemory() throws(KeychainError) -> AgentRecords {
        AgentRecords(try Keychain.inMemory(accessGroups: AccessGroups([group])).forAgent())
    }

    private func query(_ name: Name) -> Query {
        Query(.genericPassword, [.service: .string(name.rawValue)], limit: .one)
    }

    /// Returns a record; `nil` if it was never stored.
    package func read(_ name: Name) throws(KeychainError) -> Data? {
        try keychain.items(matching: query(name), reading: .data).first?.data
    }

    /// Stores a record, which is durable when this returns.
    package func write(_ name: Name, _ data: Data) throws(KeychainError) {
        guard try keychain.update(query(name), with: Changes(data: .replace(data))) == 0 else { return }
        let protection = AttributeValue.string(ProtectionClass.alwaysThisDeviceOnly.code)
        _ = try keychain.add(
            NewItem(
                .genericPassword, [.service: .string(name.rawValue), .account: "agent", .accessible: protection],
                data: data))
    }

    /// Returns a key of 32 random bytes, which is made at the first use.
    package func key(_ name: Name) throws(KeychainError) -> SecretBytes {
        if let stored = try read(name) {
            guard stored.count == 32 else { throw .damagedRecord(name.rawValue) }
            return SecretBytes(copying: stored)
        }
        let made = SecretBytes(random: 32)
        try write(name, made.withUnsafeBytes { Data($0) })
        return made
    }
}

extension KeychainError {
    static func damagedRecord(_ name: String) -> KeychainError {
        KeychainError(
            .notAvailable, "the agent's record “\(name)” cannot be read",
            remedy: "see share/doc/chatelaine/agent.md, “When the agent's records are damaged”")
    }
}
