import CertificateTrust
import Foundation
import Testing

/// Bytes and chains of an attacker: a verdict, no crash, and bounded work.
@Suite(.enabled(if: Peer.isInstalled, "python3 has no module “cryptography”"))
struct BadInputTests {
    private func chain(_ name: String) throws -> Peer.Chain {
        try #require(try Peer.chains.get().first { $0.name == name })
    }

    @Test func whatIsNoCertificateIsRefused() throws {
        let der = [UInt8](try chain("one intermediate").chain[0])
        for bytes in [[], [0x30, 0], [0x30, 0x80, 0, 0], Array(der.dropLast()), der + [0], Array("garbage".utf8)] {
            #expect(throws: TrustError.self) { try Certificate(der: bytes) }
        }
        for length in 0..<der.count { #expect(throws: TrustError.self) { try Certificate(der: Array(der[..<length])) } }
    }

    @Test func aChangedByteIsNotTrusted() throws {
        let chain = try chain("one intermediate")
        for index in chain.chain[0].indices {
            var changed = chain.chain
            changed[0][index] ^= 1
            let verdict = try ourVerdict(changed, anchors: chain.anchors, [.basic], at: chain.time)
            #expect(verdict != "trusted", "byte \(index)")
        }
    }

    @Test func aChangedByteOfAResponseSaysNothing() throws {
        let good = try #require(try Peer.responses.get().first { $0.name == "by a delegate" })
        for index in stride(from: 0, to: good.responses[0].count, by: 3) {
            var changed = good.responses
            changed[0][index] ^= 1
            let verdict = try ourVerdict(
                good.chain, anchors: good.anchors, [.basic, .revocation(requiresAnswer: true)], at: good.time,
                responses: changed)
            #expect(verdict == "revocationUnknown", "byte \(index)")
        }
    }

    @Test func aCertificateOfOneMebibyteIsTheLargest() throws {
        let der = [UInt8](try chain("one intermediate").chain[0])
        #expect(throws: TrustError.self) {
            try Certificate(der: der + [UInt8](repeating: 0, count: Certificate.maximumSize))
        }
        // A sequence that fills it, of which each part is another one.
        let count = Certificate.maximumSize - 5
        let head: [UInt8] = [0x30, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)]
        #expect(throws: TrustError.self) {
            try Certificate(der: head + [UInt8](repeating: 0x30, count: count))
        }
    }

    /// Among a hundred authorities of one name is the right one; ten keys that all certify each other have millions of paths.
    @Test func manyIssuersOfOneNameCostNoMoreThanALimit() throws {
        let chains = try Peer.crowds.get()
        #expect(chains.map(\.name) == ["circle", "crowd"])
        for chain in chains {
            var verdict = ""
            let took = try ContinuousClock().measure {
                verdict = try ourVerdict(chain.chain, anchors: chain.anchors, [.basic], at: chain.time)
            }
            #expect(verdict == chain.expected, "\(chain.name)")
            #expect(took < .seconds(300))
        }
    }

    @Test func whatIsBehindTheFirstHundredIsNotLookedAt() throws {
        let chain = try chain("one intermediate")
        let (leaf, issuer) = (chain.chain[0], chain.chain[1])
        let others = [Data](repeating: leaf, count: TrustEvaluation.mostCertificates)
        let verdict = { (certificates: [Data]) in
            try ourVerdict(certificates, anchors: chain.anchors, [.basic], at: chain.time)
        }
        #expect(try verdict([leaf] + others.dropLast() + [issuer]) == "trusted")
        #expect(try verdict([leaf] + others + [issuer]) == "missingIssuer")
    }
}
