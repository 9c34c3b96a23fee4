import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// What the agent itself has to keep: the policy, the key and the head of the audit log, how often a wrong passcode was typed.
///
/// In a keychain file of its own beside the user's, so that none of the user's programs comes near it through the agent. It has
/// no passcode: what it holds is needed before the first unlock (Docs/decisions/0011).
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

        /// What a program was given logins for.
        static func knownSites(ofProgram fingerprint: String) -> Name { Name(rawValue: "known-sites/\(fingerprint)") }

        /// How often a wrong master password was typed.
        static func passwordThrottle(ofVault name: String) -> Name { Name(rawValue: "password-throttle/\(name)") }

        /// Whether a finger unlocks a vault.
        static func fingerUnlock(ofVault name: String) -> Name { Name(rawValue: "finger-unlock/\(name)") }
    }

    private static let group = "io.github.chatelaine.agent"
    private let keychain: LocalKeychain

    /// - Parameter root: where the user's keychains are.
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

    /// In memory, for tests.
    package static func inMemory() throws(KeychainError) -> AgentRecords {
        AgentRecords(try Keychain.inMemory(accessGroups: AccessGroups([group])).forAgent())
    }

    private func query(_ name: Name) -> Query {
        Query(.genericPassword, [.service: .string(name.rawValue)], limit: .one)
    }

    /// Nil if it was never stored.
    package func read(_ name: Name) throws(KeychainError) -> Data? {
        try keychain.items(matching: query(name), reading: .data).first?.data
    }

    /// Durable when this returns.
    package func write(_ name: Name, _ data: Data) throws(KeychainError) {
        guard try keychain.update(query(name), with: Changes(data: .replace(data))) == 0 else { return }
        let protection = AttributeValue.string(ProtectionClass.alwaysThisDeviceOnly.code)
        _ = try keychain.add(
            NewItem(
                .genericPassword, [.service: .string(name.rawValue), .account: "agent", .accessible: protection],
                data: data))
    }

    /// 32 random bytes, made at the first use.
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
