import CertificateTrust
import Foundation
import TestSupport
import Testing

/// What settings decide, and who may change them.
@Suite(.enabled(if: Peer.isInstalled, "python3 has no module “cryptography”"), .timeLimit(.minutes(5)))
struct SettingsTests {
    private let chain: Peer.Chain
    private let root: Certificate
    private static let revocation = TrustPolicy.revocation(requiresAnswer: false)
    private static let server = TrustPolicy.server(host: "www.example.com")

    init() throws {
        chain = try #require(try Peer.chains.get().first { $0.name == "one intermediate" })
        root = try Certificate(der: [UInt8](chain.anchors[0]))
    }

    private func settings(_ rules: TrustSettings.Rule...) -> TrustSettings {
        var settings = TrustSettings()
        settings[root] = rules
        return settings
    }

    /// Our verdict with these settings and no other anchors.
    private func verdict(_ settings: TrustSettings, _ policies: [TrustPolicy]) throws -> String {
        let leaf = try Certificate(der: [UInt8](chain.chain[0]))
        let others = (chain.chain.dropFirst() + chain.anchors).map { [UInt8]($0) }
        var evaluation = TrustEvaluation(leaf: leaf, others: others, policies: policies, time: chain.time)
        evaluation.settings = settings
        return try evaluation.verdict().problems.first?.kind.rawValue ?? "trusted"
    }

    @Test func revocationAloneMakesNoAnchorOfWhatIsDenied() throws {
        #expect(try verdict(settings(.init(result: .deny)), [Self.revocation]) == "denied")
        let forServers = settings(.init(policy: Self.server.identifier, result: .trustRoot))
        #expect(try verdict(forServers, [Self.revocation]) == "rootNotTrusted")
        #expect(try verdict(forServers, [Self.server, Self.revocation]) == "trusted")
        #expect(try verdict(settings(), [Self.revocation]) == "trusted")
        #expect(try verdict(forServers, []) == "rootNotTrusted")
    }

    @Test func whatTheAdministratorDeniesStaysDenied() throws {
        let denial = settings(.init(result: .deny))
        for users in [settings(), settings(.init(result: .trustRoot)), settings(.init(result: .unspecified))] {
            #expect(try verdict(users.completed(by: denial), [.basic]) == "denied")
        }
        // The user decides about the rest, and may deny what the administrator trusts.
        let forServers = settings(.init(policy: Self.server.identifier, result: .deny))
        #expect(try verdict(settings().completed(by: forServers), [.basic]) == "trusted")
        #expect(try verdict(settings().completed(by: forServers), [Self.server]) == "denied")
        #expect(try verdict(denial.completed(by: settings()), [.basic]) == "denied")
    }

    @Test func aRuleIsForItsHostHoweverThatIsWritten() throws {
        for host in ["www.example.com", "WWW.Example.com", "www.example.com."] {
            let denial = settings(.init(result: .trustRoot), .init(name: host, result: .deny))
            for asked in ["www.example.com", "www.EXAMPLE.com", "www.example.com."] {
                #expect(try verdict(denial, [.server(host: asked)]) == "denied", "\(host), \(asked)")
            }
            #expect(try verdict(denial, [.server(host: "example.com")]) == "wrongHost")
            #expect(try verdict(denial, [.server(host: nil)]) == "trusted")
        }
        let address = settings(.init(result: .trustRoot), .init(name: "2001:db8::1", result: .deny))
        #expect(try verdict(address, [.server(host: "2001:0DB8:0:0:0:0:0:1")]) == "denied")
    }

    /// Any user can open a directory that others may read, and lock it.
    @Test(.timeLimit(.minutes(60))) func aLockOnTheDirectoryBlocksNoChange() throws {
        let directory = try TemporaryDirectory()
        let number = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(number) }
        try #require(flock(number, LOCK_EX) == 0)
        let file = TrustSettingsFile(path: directory("settings.json"))
        try file.change { $0[root] = [] }
        #expect(try file.read()[root] == [])
        let attributes = try FileManager.default.attributesOfItem(atPath: directory("settings.json.lock"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aChangeThatTakesTooLongIsNotWaitedFor() throws {
        let directory = try TemporaryDirectory()
        let file = TrustSettingsFile(path: directory("settings.json"))
        try file.change { settings throws(TrustSettingsFile.Failure) in
            #expect(throws: TrustSettingsFile.Failure.self) { try file.change(timeout: 10) { $0[root] = nil } }
            settings[root] = []
        }
        #expect(try file.read()[root] == [])
    }

    /// Reading one file while another one is read is what the child of a fork() does whose parent was reading.
    @Test(.timeLimit(.minutes(60))) func rootsAreReadOutsideTheLock() throws {
        let directory = try TemporaryDirectory()
        let text = "-----BEGIN CERTIFICATE-----\n\(Data(root.der).base64EncodedString())\n-----END CERTIFICATE-----\n"
        for name in ["one.pem", "two.pem"] { try Data(text.utf8).write(to: URL(fileURLWithPath: directory(name))) }
        var inner: [Certificate] = []
        let outer = SystemRoots.current(files: [directory("one.pem")]) { path in
            inner = SystemRoots.current(files: [directory("two.pem")])
            return SystemRoots.contents(of: path)
        }
        #expect(inner == [root] && outer == [root])
    }
}
