import AccessPolicy
import Foundation
import KeychainServices

/// For which sites a program was given something: the first time somebody has to show who they are.
struct KnownSites {
    /// The latest so many of a program.
    static let most = 512

    private let records: AgentRecords
    private let name: AgentRecords.Name

    /// - Returns: nil for a program that is not told apart from others: each time is the first.
    init?(of program: Program, in records: AgentRecords?) {
        guard let records else { return nil }
        switch program.subject.strength {
        case .unidentified, .interpreter: return nil
        case .system, .confined, .pinned, .unpinned: break
        }
        self.records = records
        // With what it is made of: one that was replaced is another.
        name = .knownSites(ofProgram: program.fingerprint)
    }

    /// The latest last. What cannot be read is as if it had never been written.
    var sites: [String] {
        guard let data = try? records.read(name) else { return [] }
        return (try? JSONDecoder().decode([String].self, from: data)) ?? []
    }

    /// Durable when this returns.
    func add(_ site: String) throws(KeychainError) {
        let known = sites
        guard known.last != site else { return }
        let sites = known.filter { $0 != site }.suffix(Self.most - 1) + [site]
        guard let data = try? JSONEncoder().encode(Array(sites)) else { return }
        try records.write(name, data)
    }
}
