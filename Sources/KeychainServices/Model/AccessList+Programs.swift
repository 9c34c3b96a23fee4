import Foundation

extension AccessList {
    /// A program that a list names.
    package struct Program: Hashable, Sendable {
        /// Its absolute path.
        package let path: String
        package var identity: Identity

        /// - Parameter identity: what it was when it was named; `.unasked` for one that is named now.
        package init(_ path: String, _ identity: Identity = .unasked) { (self.path, self.identity) = (path, identity) }
    }

    /// An agent's knowledge of the program at a path when a list named it. Whatever is at the path later is another program.
    package enum Identity: Hashable, Sendable {
        /// No agent has been asked.
        case unasked
        /// Nothing that a path names: no program that has run, an interpreter, one in a sandbox.
        case unknown
        /// A program that only root can change.
        case ofRoot
        /// A program below a directory that a developer has declared as trusted.
        case trusted
        /// A program that its user can change, by the digest of what it has mapped executable: 32 bytes.
        case digest([UInt8])

        /// The number of bytes of a digest.
        private static let digestCount = 32

        /// Its encoding, of 33 bytes at most.
        package var bytes: [UInt8] {
            switch self {
            case .unasked: []
            case .unknown: [0]
            case .ofRoot: [1]
            case .trusted: [2]
            case .digest(let digest): [3] + digest
            }
        }

        /// Reads the encoding; nil for other bytes.
        package init?(_ bytes: some Collection<UInt8>) {
            guard let kind = bytes.first else {
                self = .unasked
                return
            }
            let rest = Array(bytes.dropFirst())
            switch (kind, rest.count) {
            case (0, 0): self = .unknown
            case (1, 0): self = .ofRoot
            case (2, 0): self = .trusted
            case (3, Self.digestCount): self = .digest(rest)
            default: return nil
            }
        }
    }

    /// The paths of the programs that no agent has been asked about.
    package var unaskedPaths: Set<String> {
        Set(entries.flatMap { $0.programs ?? [] }.filter { $0.identity == .unasked }.map(\.path))
    }

    /// Returns the lists with the identities of those that no agent had been asked about.
    package func identified(by identities: [String: Identity]) -> AccessList {
        var lists = self
        lists.entries = entries.map { entry in
            var entry = entry
            entry.programs = entry.programs?.map { program in
                guard program.identity == .unasked, let identity = identities[program.path] else { return program }
                return Program(program.path, identity)
            }
            return entry
        }
        return lists
    }
}
