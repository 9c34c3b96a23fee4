import AccessPolicy
import Foundation
import KeychainServices
import Testing

@testable import Agent

/// The sites that a paired profile leaves alone, in the agent's records.
@Suite struct BrowserPairingsTests {
    private let records: AgentRecords
    private let pairings: BrowserPairings
    private let id: String

    init() throws {
        records = try .inMemory()
        pairings = BrowserPairings(records)
        let program = Program(
            credentials: ProcessCredentials(.init()), path: "/usr/bin/firefox",
            subject: try .system(path: "/usr/bin/firefox"), process: "1", fingerprint: "", terminal: nil, witness: nil)
        let browser = try #require(BrowserPairing.Browser(program))
        id = try pairings.add(name: "", extensionID: "id", publicKey: Data([4]), browser).id
    }

    private func sites(_ pairings: BrowserPairings) throws -> [String]? { try pairings.pairing(id)?.neverSites }

    @Test func aThousandSitesAreLeftAlone() throws {
        for number in 1...1_000 { try pairings.setNever("site\(number).example", true, of: id) }
        #expect(throws: KeychainError.self) { try pairings.setNever("one-more.example", true, of: id) }
        // One that is there already is no more, and one that goes makes room.
        try pairings.setNever("site7.example", true, of: id)
        try pairings.setNever("site8.example", false, of: id)
        try pairings.setNever("one-more.example", true, of: id)
        #expect(try sites(pairings)?.count == 1_000)
        #expect(throws: KeychainError.self) { try pairings.setNever("site9.example", false, of: "00000000") }
        // They are durable.
        #expect(try sites(BrowserPairings(records)) == sites(pairings))
    }

    /// A record of a release that knows of no such sites.
    @Test func anOlderRecordIsRead() throws {
        let record = try #require(try records.read(.browserPairings))
        #expect(!String(decoding: record, as: UTF8.self).contains("neverSites"))
        let read = BrowserPairings(records)
        #expect(try read.all().count == 1 && sites(read) == nil)
    }
}
