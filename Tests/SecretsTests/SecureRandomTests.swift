import Secrets
import Testing

@Suite struct SecureRandomTests {
    @Test(arguments: [0, 1, 16, 32, 100_000])
    func thereAreAsManyBytesAsAskedFor(count: Int) {
        #expect(SecureRandom.bytes(count).count == count)
    }

    @Test func twoDrawsDiffer() {
        let draws = (0..<1000).map { _ in SecureRandom.bytes(16) }
        #expect(Set(draws).count == draws.count)
    }

    /// Each of 256 values, about 390 times; a chance of less than 1 in 10^15 for one to be missing or twice as frequent.
    @Test func everyByteOccursAboutAsOften() {
        var counts = [Int](repeating: 0, count: 256)
        for byte in SecureRandom.bytes(100_000) { counts[Int(byte)] += 1 }
        #expect(counts.allSatisfy { (195...780).contains($0) })
    }

    @Test func onlyTheBufferIsFilled() {
        var bytes = [UInt8](repeating: 0, count: 96)
        bytes.withUnsafeMutableBytes { SecureRandom.fill(UnsafeMutableRawBufferPointer(rebasing: $0[32..<64])) }
        #expect(bytes[..<32].allSatisfy { $0 == 0 } && bytes[64...].allSatisfy { $0 == 0 })
        #expect(bytes[32..<64].contains { $0 != 0 })
        SecureRandom.fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }

    @Test func uniformNumbersStayBelowTheBoundAndReachAllOthers() {
        let draws = (0..<2000).map { _ in SecureRandom.uniform(6) }
        #expect(Set(draws) == Set(0..<6))
        #expect(SecureRandom.uniform(1) == 0)
        #expect(SecureRandom.uniform(0) == 0)
    }
}
