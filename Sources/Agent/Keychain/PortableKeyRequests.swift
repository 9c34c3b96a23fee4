import AccessPolicy
import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// Serves requests about what unlocks portable keychains (Docs/decisions/0077-several-keychains.md).
struct PortableKeyRequests {
    private static let idSize = 16
    private static let keySize = 32

    let unlocked: UnlockedKeychains
    let seen: SeenPrograms
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?

    func work(
        for request: WirePortableKey, _ secret: UnsafeRawBufferPointer, _ caller: Caller
    ) throws(KeychainError) -> Work {
        switch request.operation {
        case .countLocks:
            let count = unlocked.table.lockNumber
            return Work(.immediate, log: .absent) { _ throws(KeychainError) in
                .message(.count(.with { $0.count = count }))
            }
        case .keep: return try keep(request, secret, for: caller)
        case .use: return try use(request, for: caller)
        case .lock: return try lock(Self.id(request))
        case .lockAll: return lock(nil)
        case .mayList: return try requireMayList(request, for: caller)
        case .list: return try list(request, for: caller)
        case .unknown, .UNRECOGNIZED: throw .unknownRequest
        }
    }

    private static func id(_ request: WirePortableKey) throws(KeychainError) -> [UInt8] {
        guard request.keychain.count == idSize else { throw .unreadable("the identifier of a keychain") }
        return Array(request.keychain)
    }

    /// Keeps a keychain unlocked for the programs that have an access group of this one's, which has shown that it knows the key.
    private func keep(
        _ request: WirePortableKey, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        guard secret.count == Self.keySize else { throw .unreadable("a key of another size") }
        let (id, key, groups) = (try Self.id(request), SecretHolder(copying: secret), Self.groups(of: caller.session))
        guard !groups.isEmpty else {
            throw KeychainError(.missingEntitlement, "the program has no access group for which a keychain is unlocked")
        }
        let settings = PortableSettings(
            locksOnSleep: request.locksOnSleep, interval: request.hasInterval ? request.interval : nil)
        let number = request.number
        return Work(.immediate) { [unlocked] _ throws(KeychainError) in
            try unlocked.table.keep(key.secret, of: id, settings: settings, for: groups, since: number)
            unlocked.lockExpired()
            return .done
        }
    }

    private func use(_ request: WirePortableKey, for caller: Caller) throws(KeychainError) -> Work {
        let (id, known, groups) = (try Self.id(request), request.number, Self.groups(of: caller.session))
        let subject = caller.program.subject
        // The log has who got the key, not each use of it.
        return Work(.immediate, log: known == 0 ? .request : .absent) { [unlocked] _ throws(KeychainError) in
            let found = unlocked.table.use(id, known: known, for: groups) {
                ($0 as? ProgramList)?.admits(subject) ?? false
            }
            guard let found, let key = found.copyOfKey() else {
                return .message(.count(.with { $0.count = found?.number ?? 0 }))
            }
            let answer = SecretBytes(count: MemoryLayout<UInt64>.size + key.count) { output in
                output.storeBytes(of: found.number.bigEndian, as: UInt64.self)
                key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: output[8...]).copyMemory(from: $0) }
            }
            return .secret(SecretHolder(answer))
        }
    }

    private func requireMayList(_ request: WirePortableKey, for caller: Caller) throws(KeychainError) -> Work {
        let (id, groups) = (try Self.id(request), Self.groups(of: caller.session))
        return Work(.immediate, log: .absent) { [unlocked] _ throws(KeychainError) in
            try unlocked.table.requireMayList(id, for: groups)
            return .done
        }
    }

    /// Notes the programs that get the key besides. What counts is each program as it is now, not its path: whatever replaces its file gets
    /// nothing, and neither does a program that the agent has not seen yet.
    private func list(_ request: WirePortableKey, for caller: Caller) throws(KeychainError) -> Work {
        let (id, groups) = (try Self.id(request), Self.groups(of: caller.session))
        guard request.programs.count <= AccessList.mostProgramsOfKeychain else {
            throw .parameter("the access lists name too many programs")
        }
        let (paths, isForAny) = (Set(request.programs).filter(AccessList.isCanonical), request.anyProgram)
        return Work(.immediate) { [unlocked, seen, policy] _ throws(KeychainError) in
            let document = policy?.document ?? PolicyDocument()
            let subjects = paths.compactMap { try? seen.subject(at: $0, document) }.filter { !document.isChanged($0) }
            let list = ProgramList(subjects, isForAny: isForAny)
            try unlocked.table.setList(list, of: id, for: groups)
            return .message(.count(.with { $0.count = UInt64(list.count) }))
        }
    }

    private func lock(_ id: [UInt8]?) -> Work {
        Work(.immediate) { [unlocked] _ throws(KeychainError) in
            unlocked.table.lock(id)
            return .done
        }
    }

    /// The access groups by which programs share what is unlocked. The wildcard is none: a program that may read every group of the
    /// keychain of this device has not shown a password for this one. The group of a token is none either: a token ends, can be revoked,
    /// and may be for reading only, and the key of a file is none of these.
    static func groups(of session: Session) -> [String] {
        let names = session.keychain.accessGroups.names
        guard let token = session.token else { return names }
        return names.filter { !$0.utf8.elementsEqual(token.group.utf8) }
    }
}
