import CLinux
import Glibc
import Secrets
import Testing

@Suite struct SecretBytesTests {
    @Test func aSecretHoldsWhatWasPutIn() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.bytes == [1, 2, 3])
        #expect(SecretBytes(copying: "pässword".utf8).bytes == Array("pässword".utf8))
        let written = SecretBytes(count: 2) { $0.copyBytes(from: [8, 9]) }
        #expect(written.bytes == [8, 9])
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4095, 4096, 4097, 100_000])
    func newMemoryIsZero(count: Int) {
        let secret = SecretBytes(zeros: count)
        #expect(secret.count == count)
        #expect(secret.bytes == [UInt8](repeating: 0, count: count))
    }

    @Test func randomSecretsDiffer() {
        let secrets = (0..<100).map { _ in SecretBytes(random: 16).bytes }
        #expect(Set(secrets).count == secrets.count)
    }

    @Test func aCopyIsASecretOfItsOwn() {
        var original = SecretBytes(copying: [1, 2, 3])
        let copy = original.copy()
        original.withUnsafeMutableBytes { $0[0] = 9 }
        #expect(original.bytes == [9, 2, 3])
        #expect(copy.bytes == [1, 2, 3])
    }

    @Test func secretsPrintAsRedacted() {
        #expect(SecretBytes(copying: "hunter2".utf8).description == "[redacted]")
    }

    @Test(
        arguments: [
            ([], [], true), ([0], [0], true), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
            ([1, 2, 3], [0, 2, 3], false), ([1, 2, 3], [1, 2], false), ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)])
    func secretsAreEqualIfAllBytesAre(one: [UInt8], other: [UInt8], expected: Bool) {
        let isEqual = SecretBytes(copying: one).equals(SecretBytes(copying: other))
        #expect(isEqual == expected)
        let areEqual = one.withUnsafeBytes { one in other.withUnsafeBytes { constantTimeEquals(one, $0) } }
        #expect(areEqual == expected)
    }

    @Test func anErrorWhileWritingGoesToTheCaller() {
        struct Failure: Error {}
        var count = 0
        do {
            let secret = try SecretBytes(count: 8) { _ throws(Failure) in throw Failure() }
            count = secret.count
        } catch {}
        #expect(count == 0)
    }

    @Test func wipingLeavesZeros() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.withUnsafeMutableBytes { wipe($0) }
        #expect(bytes == [0, 0, 0])
        wipe(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
}

/// What an attacker finds who reads the memory, or runs over the end of it.
@Suite(.serialized) struct GuardedMemoryTests {
    @Test func noByteOfASecretIsLeftWhenItsLifeEnds() throws {
        let inverted: [UInt8]
        do {
            let secret = SecretBytes(random: 32)
            inverted = secret.withUnsafeBytes { $0.map { $0 ^ 0xff } }
            // The control: this way of looking does find it while it lives, and nowhere else.
            #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 1)
            withExtendedLifetime(secret.count) {}
            _ = secret.withUnsafeBytes { $0.count }
        }
        #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 0)
    }

    @Test func ordinaryMemoryKeepsWhatWasInIt() throws {
        let secret = SecretBytes(random: 32)
        let inverted = secret.withUnsafeBytes { $0.map { $0 ^ 0xff } }
        let careless = secret.bytes
        #expect(try ProcessMemory.occurrences(ofInverted: inverted) >= 2)
        #expect(careless.count == 32)
        #expect(secret.count == 32)
    }

    @Test func secretsAreLeftOutOfCoreDumps() throws {
        let secret = SecretBytes(random: 32)
        let flags = try secret.withUnsafeBytes { try ProcessMemory.flags(at: UInt(bitPattern: $0.baseAddress)) }
        #expect(flags.contains("dd"))
        #expect(secret.count == 32)
    }

    @Test func secretsAreLockedIntoMemory() throws {
        let secret = SecretBytes(random: 32)
        let flags = try secret.withUnsafeBytes { try ProcessMemory.flags(at: UInt(bitPattern: $0.baseAddress)) }
        #expect(flags.contains("lo"))
        #expect(secret.count == 32)
    }

    @Test func thePagesAroundASecretCannotBeRead() throws {
        let secret = SecretBytes(random: 32)
        let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let regions = try ProcessMemory.regions()
        let own = try #require(regions.first { $0.range.contains(address) })
        #expect(regions.contains { $0.range.contains(own.range.upperBound) && !$0.isReadable && !$0.isWritable })
        #expect(regions.contains { $0.range.contains(own.range.lowerBound - 1) && !$0.isReadable && !$0.isWritable })
        // The end of the secret is the end of its page: not one byte more can be read.
        #expect(address + 32 == own.range.upperBound)
        #expect(secret.count == 32)
    }

    @Test func readingBeyondTheEndEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            let secret = SecretBytes(zeros: 32)
            let byte = secret.withUnsafeBytes { bytes in
                bytes.baseAddress.map { ($0 + 32).load(as: UInt8.self) }
            }
            exit(byte == nil ? 2 : 0)
        }
    }

    @Test func writingBeforeTheBeginningIsNoticed() async {
        await #expect(processExitsWith: .failure) {
            do {
                var secret = SecretBytes(zeros: 32)
                secret.withUnsafeMutableBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    (start - 1).storeBytes(of: (start - 1).load(as: UInt8.self) ^ 1, as: UInt8.self)
                }
            }
            exit(EXIT_SUCCESS)
        }
    }

    /// In a process of its own, where nothing else takes what was released.
    @Test func releasedMemoryServesTheNextSecretAndIsZero() async {
        await #expect(processExitsWith: .success) {
            let first = SecretBytes(random: 32).withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            let second = SecretBytes(zeros: 48)
            let (start, isZero) = second.withUnsafeBytes { bytes in
                (UInt(bitPattern: bytes.baseAddress), bytes.allSatisfy { $0 == 0 })
            }
            exit(start == first - 16 && isZero ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    /// A child of fork(2) does not inherit the locks of its parent's memory.
    @Test func secretsOfAForkedChildAreLocked() async {
        await #expect(processExitsWith: .success) {
            _ = SecretBytes(random: 32).count
            let child = clinux_fork()
            guard child == 0 else {
                var status: Int32 = 0
                guard waitpid(child, &status, 0) == child else { exit(2) }
                exit(status >> 8 & 0xff)
            }
            let secret = SecretBytes(random: 32)
            let start = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            let flags = try? ProcessMemory.flags(at: start)
            _exit(flags?.contains("lo") == true && secret.count == 32 ? 0 : 3)
        }
    }
}

extension SecretBytes {
    fileprivate var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
