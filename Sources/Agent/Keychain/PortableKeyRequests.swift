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
        case .mayList: return try identify(request, for: caller)
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

    /// Looks at the programs that access lists name now.
    private func identify(_ request: WirePortableKey, for caller: Caller) throws(KeychainError) -> Work {
        let (id, groups, paths) = (try Self.id(request), Self.groups(of: caller.session), request.programs)
        guard paths.count <= AccessList.mostPrograms else {
            throw .parameter("the access lists name too many programs")
        }
        return Work(.immediate, log: .absent) { [unlocked, seen, policy] _ throws(KeychainError) in
            try unlocked.table.requireMayList(id, for: groups)
            let document = policy?.document ?? PolicyDocument()
            let identities = paths.map { path in
                guard AccessList.isCanonical(path), let subject = try? seen.subject(at: path, document),
                    !document.isChanged(subject)
                else { return AccessList.Identity.unknown }
                return AccessList.Identity(subject)
            }
            return .message(.references(.with { $0.references = identities.map { Data($0.bytes) } }))
        }
    }

    /// Notes the programs that get the key besides. What counts is what each was when it was named, and not what is at its path now.
    private func list(_ request: WirePortableKey, for caller: Caller) throws(KeychainError) -> Work {
        let (id, groups) = (try Self.id(request), Self.groups(of: caller.session))
        guard request.programs.count <= AccessList.mostProgramsOfKeychain else {
            throw .parameter("the access lists name too many programs")
        }
        guard request.identities.count == request.programs.count else {
            throw .unreadable("programs without identities")
        }
        let subjects = zip(request.programs, request.identities).compactMap { path, bytes in
            AccessList.isCanonical(path) ? AccessList.Identity(bytes)?.subject(at: path) : nil
        }
        let isForAny = request.anyProgram
        return Work(.immediate) { [unlocked, policy] _ throws(KeychainError) in
            // A program that has been replaced since is noticed when it comes; here counts what a person has not accepted yet.
            let document = policy?.document ?? PolicyDocument()
            let list = ProgramList(subjects.filter { !document.isChanged($0) }, isForAny: isForAny)
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

extension AccessList.Identity {
    /// What is kept of a program that the agent knows.
    fileprivate init(_ subject: Subject) {
        switch (subject.strength, subject.digest) {
        case (.system, _), (.secured, _): self = .ofRoot
        case (.pinned, let digest?): self = .digest(digest.bytes)
        case (.unpinned, _): self = .trusted
        default: self = .unknown
        }
    }

    /// Returns the program that was named; nil if none was known.
    fileprivate func subject(at path: String) -> Subject? {
        switch self {
        case .unasked, .unknown: nil
        case .ofRoot: try? .system(path: path)
        case .trusted: try? .unpinned(path: path)
        case .digest(let bytes): Digest(bytes).flatMap { try? .pinned(path: path, digest: $0) }
        }
    }
}
