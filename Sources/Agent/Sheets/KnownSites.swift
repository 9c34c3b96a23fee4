import AccessPolicy
import Foundation
import KeychainServices

/// The sites for which a program was given a login: the first time, the user has to authenticate.
struct KnownSites {
    /// The most sites of a program; the latest are kept.
    static let most = 512

    private let records: AgentRecords
    private let name: AgentRecords.Name

    /// - Returns: `nil` for a program that cannot be told apart from others: each time is the first.
    init?(of program: Program, in records: AgentRecords?) {
        guard let records else { return nil }
        switch program.subject.strength {
        case .unidentified, .interpreter: return nil
        case .secured, .system, .confined, .pinned, .unpinned: break
        }
        self.records = records
        // With the hash of its files: one that was replaced is another.
        name = .knownSites(ofProgram: program.fingerprint)
    }

    /// The sites, the latest last. A record that cannot be read counts as empty.
    var sites: [String] {
        guard let data = try? records.read(name) else { return [] }
        return (try? JSONDecoder().decode([String].self, from: data)) ?? []
    }

    /// Adds a site. The record is durable when this returns.
    func add(_ site: String) throws(KeychainError) {
        let known = sites
        guard known.last != site else { return }
        let sites = known.filter { $0 != site }.suffix(Self.most - 1) + [site]
        guard let data = try? JSONEncoder().encode(Array(sites)) else { return }
        try records.write(name, data)
    }
}
