import AsymmetricKeys
import Testing

/// Representations with random changes: each is a key that comes back as it was read, or is refused.
@Suite struct MutationTests {
    /// The same changes in each run.
    private struct Changes: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private func changed(_ bytes: [UInt8], _ changes: inout Changes) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &changes) where !bytes.isEmpty {
            let position = Int.random(in: bytes.indices, using: &changes)
            switch Int.random(in: 0..<5, using: &changes) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &changes)
            case 1: bytes[min(position, 12)] ^= 1 << UInt8.random(in: 0..<8, using: &changes)
            case 2: bytes.remove(at: position)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &changes), at: position)
            default: bytes.removeLast(bytes.count - position)
            }
        }
        return bytes
    }

    @Test(arguments: Sample.specifications.filter { $0 != .rsa(bits: 4096) })
    func changedRepresentationsAreKeysOrRefused(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let (type, good) = (specification.type, try key.bytes())
        var changes = Changes(state: UInt64(specification.bits))
        for _ in 0..<400 {
            let bad = changed(good, &changes)
            do throws(KeyError) {
                let read = try PrivateKey(type, bad)
                let again = (try? read.bytes()) ?? []
                #expect(again == bad)
            } catch { #expect(error == KeyError(.malformed)) }
            let point = changed(key.publicRepresentation, &changes)
            do throws(KeyError) {
                let read = try PublicKey(type, point)
                #expect(read.representation == point)
            } catch { #expect(error == KeyError(.malformed)) }
        }
    }
}
