import AccessPolicy
import Foundation
import KeychainServices
import Synchronization
import Testing

@testable import Agent

/// What a paired browser profile may do without another proof, by a clock of the test's (Docs/browser-messages.md, "Proofs").
@Suite struct BrowserProofTests {
    /// Seconds that a test lets pass.
    private final class TestClock: Sendable {
        private let seconds = Mutex(1000.0)
        var now: Double { seconds.withLock { $0 } }
        func pass(_ more: Double) { seconds.withLock { $0 += more } }
    }

    private let clock = TestClock()
    private let proofs: BrowserProofs
    private let keychain: LocalKeychain
    private var pairing: BrowserPairing

    init() throws {
        proofs = BrowserProofs { [clock] in clock.now }
        keychain = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).forAgent()
        let browser = try #require(BrowserPairing.Browser(Self.program("/usr/bin/firefox")))
        pairing = BrowserPairing(
            id: "00000001", name: "", extensionID: "id", publicKey: Data(), browser: browser, created: Date())
    }

    private static func program(_ path: String, _ subject: Subject? = nil) throws -> Program {
        Program(
            credentials: ProcessCredentials(.init()), path: path, subject: try subject ?? .system(path: path),
            process: "1", fingerprint: "", terminal: nil, witness: nil)
    }

    private var epoch: LockEpoch { keychain.lockEpoch }

    private func isNeeded(_ deed: BrowserDeed) -> Bool {
        proofs.isNeeded(deed, pairing, vault: "v", epoch)
    }

    // MARK: - The table

    @Test mutating func eachRowOfTheTable() {
        for deed in BrowserDeed.allCases { #expect(isNeeded(deed)) }
        proofs.note(.listMatches, pairing.id, vault: "v", since: epoch)
        let free = BrowserDeed.allCases.filter { !isNeeded($0) }
        #expect(free == [.listMatches, .matchingLogin])
        // Those that take one each time still do.
        for deed in [BrowserDeed.otherLogin, .framedLogin, .card, .identity] {
            proofs.note(deed, pairing.id, vault: "v", since: epoch)
            #expect(isNeeded(deed))
        }
        pairing.proof = .eachTime
        #expect(isNeeded(.matchingLogin) && !isNeeded(.listMatches))
        pairing.proof = .fiveMinutes
        #expect(!isNeeded(.matchingLogin))
        clock.pass(299)
        #expect(!isNeeded(.matchingLogin))
        clock.pass(1)
        #expect(isNeeded(.matchingLogin) && !isNeeded(.listMatches))
    }

    @Test func showingAllIsForFiveMinutes() {
        proofs.note(.showAll, pairing.id, vault: "v", since: epoch)
        #expect(!isNeeded(.showAll))
        clock.pass(200)
        // Another proof does not prolong it.
        proofs.note(.card, pairing.id, vault: "v", since: epoch)
        clock.pass(100)
        #expect(isNeeded(.showAll) && !isNeeded(.matchingLogin))
    }

    @Test func aLockEndsAllProofs() {
        proofs.note(.showAll, pairing.id, vault: "v", since: epoch)
        let before = epoch
        #expect(proofs.isOpen(pairing.id, vault: "v", epoch))
        keychain.lock()
        #expect(epoch != before && !proofs.isOpen(pairing.id, vault: "v", epoch))
        for deed in BrowserDeed.allCases { #expect(isNeeded(deed)) }
        // A proof that was asked for before the lock comes too late.
        proofs.note(.listMatches, pairing.id, vault: "v", since: before)
        #expect(isNeeded(.listMatches))
    }

    @Test func aProofIsForOneProfileAndOneVault() {
        proofs.note(.showAll, pairing.id, vault: "v", since: epoch)
        #expect(!proofs.isOpen("00000002", vault: "v", epoch))
        #expect(!proofs.isOpen(pairing.id, vault: "w", epoch))
        proofs.forget(pairing.id)
        #expect(!proofs.isOpen(pairing.id, vault: "v", epoch))
    }

    // MARK: - Sites

    @Test func tenSitesInTenMinutes() {
        for number in 1...10 { #expect(proofs.count("site\(number)", of: "a")) }
        // The same ones are no more.
        for number in 1...10 { #expect(proofs.count("site\(number)", of: "a")) }
        #expect(!proofs.count("site11", of: "a"))
        #expect(!proofs.count("site11", of: "a"))
        #expect(proofs.count("site11", of: "b"))
        // A proof begins again.
        proofs.restart(with: "site11", of: "a")
        for number in 1...9 { #expect(proofs.count("site\(number)", of: "a")) }
        #expect(!proofs.count("site10", of: "a"))
    }

    @Test func sitesAreForgottenAfterTenMinutes() {
        for number in 1...10 {
            #expect(proofs.count("site\(number)", of: "a"))
            clock.pass(10)
        }
        clock.pass(490)
        #expect(!proofs.count("site11", of: "a"))
        clock.pass(10)
        #expect(proofs.count("site11", of: "a"))
        #expect(!proofs.count("site12", of: "a"))
    }

    /// Many at the same moment are no way around it.
    @Test func sitesAreCountedOneAtATime() {
        let allowed = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            if proofs.count("site\(number)", of: "a") { allowed.add(1, ordering: .relaxed) }
        }
        #expect(allowed.load(ordering: .relaxed) == 10)
    }

    // MARK: - Digits

    @Test func digitsComeFromAllThatIsBound() {
        let random = [UInt8](repeating: 7, count: 32)
        let (key, other) = (Data(repeating: 4, count: 65), Data(repeating: 5, count: 65))
        let codes = [
            PairingCode.digits(random: random, publicKey: key, extensionID: "a"),
            PairingCode.digits(random: random, publicKey: other, extensionID: "a"),
            PairingCode.digits(random: random, publicKey: key, extensionID: "b"),
            PairingCode.digits(random: [UInt8](repeating: 8, count: 32), publicKey: key, extensionID: "a"),
        ]
        #expect(Set(codes).count == 4)
        #expect(codes[0] == PairingCode.digits(random: random, publicKey: key, extensionID: "a"))
        for code in codes { #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (0x30...0x39).contains($0) }) }
    }

    /// 20,000 codes: each digit at each place within five standard deviations of a tenth.
    @Test func digitsAreEquallyLikely() {
        let count = 20_000
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 6)
        for number in 0..<count {
            let random = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } + [UInt8](repeating: 0, count: 24)
            let code = PairingCode.digits(random: random, publicKey: Data(count: 65), extensionID: "a")
            for (place, digit) in code.utf8.enumerated() { counts[place][Int(digit) - 0x30] += 1 }
        }
        let (expected, deviation) = (Double(count) / 10, (Double(count) * 0.09).squareRoot())
        for place in counts { for found in place { #expect(abs(Double(found) - expected) < 5 * deviation) } }
    }

    // MARK: - Browsers

    @Test func programsThatOthersCanBeAreNoBrowsers() throws {
        let path = "/usr/bin/firefox"
        let refused = [
            Subject.unidentified, try .interpreter(path: "/usr/bin/python3"),
            try .confined(.flatpak, id: "org.mozilla.firefox", path: path),
            try .confined(.namespace, id: "unknown", path: path),
        ]
        for subject in refused { #expect(try BrowserPairing.Browser(Self.program(path, subject)) == nil) }
        // What starts programs for browsers in sandboxes is none itself.
        for name in ["/usr/libexec/xdg-desktop-portal", "/usr/bin/flatpak-session-helper", "/usr/lib/systemd/systemd"] {
            #expect(try BrowserPairing.Browser(Self.program(name)) == nil, "\(name)")
        }
        let system = try #require(BrowserPairing.Browser(Self.program(path)))
        let secured = try #require(BrowserPairing.Browser(Self.program(path, .secured(path: path))))
        #expect(system != secured && system == pairing.browser)
        let copied = try JSONDecoder().decode(BrowserPairing.self, from: JSONEncoder().encode(pairing))
        #expect(copied == pairing)
    }

    @Test func pairingsAreKeptAndLimited() throws {
        let records = try AgentRecords.inMemory()
        let pairings = BrowserPairings(records)
        let first = try pairings.add(name: "a", extensionID: "id", publicKey: Data([0, 0]), pairing.browser)
        try pairings.change(first.id) { $0.hasFilled = true }
        #expect(try BrowserPairings(records).all().map(\.hasFilled) == [true])
        for number in 1..<BrowserPairings.most {
            _ = try pairings.add(
                name: "", extensionID: "id", publicKey: Data([1, UInt8(number)]), pairing.browser)
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try pairings.add(name: "", extensionID: "id", publicKey: Data([2, 0]), pairing.browser)
        }
        try pairings.revoke(first.id)
        #expect(throws: KeychainError(.itemNotFound, "")) { try pairings.revoke(first.id) }
        #expect(try BrowserPairings(records).pairing(publicKey: Data([0, 0])) == nil)
        // What cannot be read gives nothing.
        try records.write(.browserPairings, Data("{".utf8))
        #expect(throws: KeychainError(.notAvailable, "")) { try BrowserPairings(records).all() }
    }
}
