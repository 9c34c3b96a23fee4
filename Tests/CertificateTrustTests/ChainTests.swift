import CertificateTrust
import Foundation
import Testing

/// Chains made by Python: our verdict, beside those of `cryptography` and GnuTLS.
@Suite(.enabled(if: Peer.isInstalled, "python3 has no module “cryptography”"))
struct ChainTests {
    @Test func goodChainsAreTrustedAndBadOnesAreNot() throws {
        let chains = try Peer.chains.get()
        #expect(chains.count > 150)
        let good = chains.filter { $0.expected == "trusted" }.count
        #expect(good >= chains.count * 9 / 20)
        for chain in chains {
            let verdict = try ourVerdict(chain.chain, anchors: chain.anchors, [chain.trustPolicy], at: chain.time)
            #expect(verdict == chain.expected, "\(chain.name)")
        }
    }

    @Test func cryptographyAgreesOrTheTableSaysWhy() throws {
        compare(try Peer.chains.get(), \.cryptography, Differences.cryptography)
    }

    @Test func gnuTLSAgreesOrTheTableSaysWhy() throws {
        compare(try Peer.chains.get(), \.certtool, Differences.certtool)
    }

    /// Compares with what we are expected to say: that we say it is another test.
    private func compare(_ chains: [Peer.Chain], _ theirs: (Peer.Chain) -> String?, _ table: [String: String]) {
        #expect(Set(table.keys).isSubset(of: chains.map(\.name)))
        for chain in chains {
            guard let verdict = theirs(chain), (verdict == "trusted") != (chain.expected == "trusted") else { continue }
            #expect(table[chain.name] != nil, "\(chain.name): \(chain.expected) here, there: \(verdict)")
        }
    }

    @Test func statusOfCertificatesCountsAsItsResponderSays() throws {
        let all = try Peer.responses.get()
        #expect(all.count > 30)
        for one in all {
            let verdict = try ourVerdict(
                one.chain, anchors: one.anchors, [.basic, .revocation(requiresAnswer: one.isRequired)], at: one.time,
                responses: one.responses)
            #expect(verdict == one.expected, "\(one.name)")
        }
    }

    @Test func anAnchorOfAnotherSourceDoesNotCount() throws {
        let chain = try #require(try Peer.chains.get().first { $0.name == "one intermediate" })
        let leaf = try Certificate(der: [UInt8](chain.chain[0]))
        var evaluation = TrustEvaluation(
            leaf: leaf, others: chain.chain.map { [UInt8]($0) }, policies: [.basic], time: chain.time)
        evaluation.systemAnchors = [try Certificate(der: [UInt8](chain.anchors[0]))]
        #expect(try evaluation.verdict().isTrusted)
        #expect(try evaluation.verdict().chain.count == 3)
        evaluation.usesOtherAnchors = false
        #expect(try evaluation.verdict().problems.map(\.kind) == [.missingIssuer])
    }

    @Test func allPoliciesHaveToHold() throws {
        let chain = try #require(try Peer.chains.get().first { $0.name == "one intermediate" })
        let verdict = { (policies: [TrustPolicy]) in
            try ourVerdict(chain.chain, anchors: chain.anchors, policies, at: chain.time)
        }
        #expect(try verdict([.basic, .server(host: "www.example.com")]) == "trusted")
        #expect(try verdict([.server(host: "www.example.com"), .server(host: "example.org")]) == "wrongHost")
        for policy in [TrustPolicy.code, .timeStamping, .mail(address: nil), .client(host: nil)] {
            #expect(try verdict([.server(host: nil), policy]) == "purpose")
        }
    }
}
