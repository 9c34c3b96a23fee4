import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The portable keychains that the agent keeps unlocked, for all programs of an access group.
struct AgentUnlockedKeys: UnlockedKeys {
    private static let numberSize = 8
    private let pool: ConnectionPool

    init(_ pool: ConnectionPool) { self.pool = pool }

    func lockNumber() throws(KeychainError) -> UInt64 {
        // The first request of whatever unlocks: an agent of before says so, and nothing is unlocked for it.
        try pool.withConnection(isChange: false) { connection in
            try connection.require(ProtocolVersion.portableKeychains)
            var number: UInt64?
            try connection.exchange(.portableKey(.with { $0.operation = .countLocks }), []) { reply, _, _ in
                if case .count(let answer) = reply { number = answer.count }
                return number != nil
            }
            guard let number else { throw KeychainError.unreadable("no answer") }
            return number
        }
    }

    func keep(
        _ key: borrowing SecretBytes, of id: [UInt8], settings: PortableSettings, since number: UInt64
    ) throws(KeychainError) {
        let request = WirePortableKey.with {
            $0.operation = .keep
            $0.keychain = Data(id)
            $0.number = number
            $0.locksOnSleep = settings.locksOnSleep
            if let interval = settings.interval { $0.interval = interval }
        }
        try key.withUnsafeBytes { (bytes) throws(KeychainError) in
            try pool.perform(.portableKey(request), [bytes], isChange: false)
        }
    }

    func use(_ id: [UInt8], known: UInt64) throws(KeychainError) -> UnlockedKey? {
        let request = WirePortableKey.with {
            $0.operation = .use
            $0.keychain = Data(id)
            $0.number = known
        }
        return try pool.withConnection(isChange: false) { connection in
            try connection.require(ProtocolVersion.portableKeychains)
            var unlocked: UnlockedKey?
            try connection.exchange(.portableKey(request), []) { reply, _, secret in
                switch reply {
                case .count(let answer):
                    unlocked = answer.count == 0 ? nil : UnlockedKey(number: answer.count, key: nil)
                    return true
                case .done:
                    unlocked = try Self.unlocked(secret)
                    return true
                default: return false
                }
            }
            return unlocked
        }
    }

    private static func unlocked(_ secret: UnsafeRawBufferPointer) throws(KeychainError) -> UnlockedKey {
        guard secret.count > numberSize else { throw .unreadable("no key") }
        let number = UInt64(bigEndian: secret.loadUnaligned(as: UInt64.self))
        return UnlockedKey(
            number: number, key: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: secret[numberSize...])))
    }

    func lock(_ id: [UInt8]?) throws(KeychainError) {
        let request = WirePortableKey.with {
            $0.operation = id == nil ? .lockAll : .lock
            $0.keychain = Data(id ?? [])
        }
        try pool.perform(.portableKey(request), isChange: false)
    }

    var servesOtherPrograms: Bool { true }

    func identify(_ paths: [String], for id: [UInt8]) throws(KeychainError) -> [AccessList.Identity] {
        let request = WirePortableKey.with {
            $0.operation = .mayList
            $0.keychain = Data(id)
            $0.programs = paths
        }
        var identities: [AccessList.Identity] = []
        try pool.withConnection(isChange: false) { connection in
            try connection.require(ProtocolVersion.programLists)
            try connection.exchange(.portableKey(request), []) { reply, _, _ in
                guard case .references(let answer) = reply else { return false }
                identities = answer.references.compactMap { AccessList.Identity($0) }
                return identities.count == paths.count
            }
        }
        return identities
    }

    func list(_ programs: AccessList.Programs, of id: [UInt8]) throws(KeychainError) {
        let request = WirePortableKey.with {
            $0.operation = .list
            $0.keychain = Data(id)
            for program in programs.named {
                $0.programs.append(program.path)
                $0.identities.append(Data(program.identity.bytes))
            }
            $0.anyProgram = programs.isAny
        }
        try pool.withConnection(isChange: false) { connection in
            try connection.require(ProtocolVersion.programLists)
            try connection.exchange(.portableKey(request), []) { reply, _, _ in
                if case .count = reply { true } else { false }
            }
        }
    }
}

extension UserKeychains {
    /// Returns what the agent at a socket keeps unlocked.
    ///
    /// - Parameter groups: the access groups that the program requests; none for those that the agent gives it.
    /// - Throws: `.notAvailable` if there is none.
    package static func unlockedKeys(at path: String, groups: [String]) throws(KeychainError) -> any UnlockedKeys {
        guard let agent = try Keychain.served(at: path, groups: groups).service() as? AgentKeychain else {
            throw KeychainError(.notAvailable, "no agent listens at “\(path)”")
        }
        return AgentUnlockedKeys(agent.pool)
    }
}
