import Foundation

@testable import AccessPolicy

let now = Date(timeIntervalSince1970: 1_800_000_000)

extension Subject {
    /// With a digest of 32 times `byte`.
    static func pinned(_ path: String, _ byte: UInt8, memory: Set<UInt64> = []) throws -> Subject {
        guard let digest = Digest([UInt8](repeating: byte, count: 32)) else { throw PolicyError.invalidText }
        return try pinned(path: path, digest: digest, memory: memory)
    }
}

extension PolicyDocument {
    /// The program runs for the first time, or again: decides, and stores what has to be stored.
    @discardableResult
    mutating func start(_ subject: Subject, _ proposed: String...) throws -> GroupDecision {
        let decision = groups(for: subject, proposed: proposed, now: now)
        try apply(decision)
        return decision
    }

    func access(of subject: Subject, to group: String, session: String? = "s1") -> Access {
        access(of: subject, to: group, writing: false, session: session, now: now)
    }
}
