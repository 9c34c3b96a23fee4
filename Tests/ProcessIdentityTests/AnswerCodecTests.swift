import Testing

@testable import ProcessIdentity

/// The form in which the helper gives its answer.
@Suite struct AnswerCodecTests {
    private static let full: AnswerCodec.Answer = {
        var evidence = Sample.evidence(traits: .all, unprotected: 9)
        evidence.executablePathBytes = [UInt8](repeating: 0xFF, count: InspectionLimits.path)
        evidence.flatpakID = String(repeating: "a", count: InspectionLimits.hint)
        evidence.snapName = "b"
        evidence.memory = Set((0..<UInt64(InspectionLimits.memories)).map { .max - $0 })
        evidence.markHolder = MarkHolder(pid: .max, name: [UInt8](repeating: 0xFF, count: InspectionLimits.holder))
        return AnswerCodec.Answer(
            request: .max, outcome: .success(evidence), declaration: .information,
            declarationSize: UInt32(InspectionLimits.declaration))
    }()

    private static let least: AnswerCodec.Answer = {
        var evidence = Sample.evidence(traits: [], unprotected: 0)
        evidence.pinnedDigest = nil
        evidence.session.leaderStartTime = nil
        return AnswerCodec.Answer(request: 0, outcome: .success(evidence))
    }()

    @Test(arguments: [full, least]) func answerComesBackAsItWas(answer: AnswerCodec.Answer) throws {
        let bytes = AnswerCodec.encode(answer)
        #expect(bytes.count == AnswerCodec.size)
        #expect(try AnswerCodec.decode(bytes) == answer)
    }

    @Test(arguments: IdentificationFailure.allCases) func failureComesBack(failure: IdentificationFailure) throws {
        let answer = AnswerCodec.Answer(request: 3, outcome: .failure(failure))
        #expect(try AnswerCodec.decode(AnswerCodec.encode(answer)) == answer)
    }

    @Test func everyTruncationIsRefused() {
        let bytes = AnswerCodec.encode(Self.full)
        for count in 0..<bytes.count {
            #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(Array(bytes[..<count])) }
        }
        #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(bytes + [0]) }
    }

    @Test func randomBytesAreNeverMoreThanRefused() {
        var random = SystemRandomNumberGenerator()
        let valid = AnswerCodec.encode(Self.least)
        for round in 0..<10_000 {
            var bytes = valid
            // All of them at random, or a few in an answer that was good.
            if round % 2 == 0 { bytes = Self.random(bytes.count, &random) }
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            // What is understood is understood in one way only.
            if let answer = try? AnswerCodec.decode(bytes) { #expect(AnswerCodec.encode(answer) == bytes) }
        }
    }

    private static func random(_ count: Int, _ random: inout SystemRandomNumberGenerator) -> [UInt8] {
        let words = (0..<count / 8 + 1).map { _ in random.next() as UInt64 }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    @Test func everyUnusedByteMustBeZero() {
        for answer in [Self.least, AnswerCodec.Answer(request: 1, outcome: .failure(.gone))] {
            let bytes = AnswerCodec.encode(answer)
            var other = bytes
            other[bytes.count - 1] = 1
            #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(other) }
        }
    }

    @Test func otherVersionIsRefused() {
        var bytes = AnswerCodec.encode(Self.least)
        bytes[0] = 1
        #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(bytes) }
    }

    @Test func declarationThatCannotBeIsRefused() throws {
        for (kind, size) in [
            (Declaration.Kind.absent, 1), (.tooLarge, 1), (.entitlements, InspectionLimits.declaration + 1),
        ] {
            var answer = Self.least
            (answer.declaration, answer.declarationSize) = (kind, UInt32(size))
            let bytes = AnswerCodec.encode(answer)
            #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(bytes) }
        }
    }

    /// The name of the process that has the mark's capability is what that process likes: it is cut off, and made fit to be shown.
    @Test func nameOfAMarkHolderIsBounded() throws {
        guard case .success(var evidence) = Self.full.outcome else { return }
        evidence.markHolder = MarkHolder(pid: 7, name: Array("a\u{1b}[2J”, see “b".utf8))
        var answer = Self.full
        answer.outcome = .success(evidence)
        #expect(try AnswerCodec.decode(AnswerCodec.encode(answer)) == answer)
        #expect(evidence.markHolder?.shown == #"process 7, “a\u{1b}[2J', see 'b”"#)
        let long = MarkHolder(pid: 7, name: Array(repeating: 0x1B, count: 4096))
        #expect(long.name.count == InspectionLimits.holder && long.shown.utf8.count < 300)
        #expect(MarkHolder(pid: 7, name: []).shown == "process 7")
    }

    @Test func markHolderThatCannotBeIsRefused() {
        let holder = MarkHolder(pid: 7, name: [])
        for (traits, holder) in [
            (ProcessTraits.secured, holder), (.markHeldByOthers, MarkHolder(pid: -7, name: [])),
            (.markHeldByOthers, MarkHolder(pid: 0, name: [1])),
        ] {
            var evidence = Sample.evidence(traits: traits, unprotected: 0)
            evidence.markHolder = holder
            let bytes = AnswerCodec.encode(AnswerCodec.Answer(request: 1, outcome: .success(evidence)))
            #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(bytes) }
        }
    }

    @Test func nameWithControlCharactersIsRefused() {
        var answer = Self.least
        guard case .success(var evidence) = answer.outcome else { return }
        evidence.snapName = "a\u{1b}[2J"
        answer.outcome = .success(evidence)
        let bytes = AnswerCodec.encode(answer)
        #expect(throws: IdentificationFailure.malformed) { try AnswerCodec.decode(bytes) }
    }
}
