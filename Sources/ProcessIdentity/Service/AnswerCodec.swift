/// The fixed-size format of the helper's answers.
///
/// Little-endian; a string is its length in 16 bits and a field of fixed size, padded with zeros. Each answer has
/// exactly one encoding: a packet in which even one unused bit is set is refused.
enum AnswerCodec {
    static let version: UInt8 = 3

    struct Answer: Equatable {
        /// The number of the request that it answers.
        var request: UInt64
        var outcome: Result<ProcessEvidence, IdentificationFailure>
        /// The kind of the file that declares the program's access groups.
        var declaration = Declaration.Kind.absent
        /// The size of its contents, which follow in packets of ``contentsPacketSize`` bytes, the last one shorter.
        var declarationSize: UInt32 = 0
    }

    /// The bytes of a packet with a part of a declaration: well below the space that a socket has.
    static let contentsPacketSize = 64 << 10

    /// The size in bytes: version and outcome, request number, the fixed fields of the evidence, digest, three strings, the memory, the
    /// holder of the mark, the declaration.
    static let size =
        2 + 8 + fixedFields + 33 + (2 + InspectionLimits.path) + 2 * (2 + InspectionLimits.hint) + memorySize
        + holderSize + 5
    private static let memorySize = 1 + 8 * InspectionLimits.memories
    private static let holderSize = 4 + 2 + InspectionLimits.holder
    private static let fixedFields = 4 + 4 + 8 + 4 * 4 + 8 + 8 + 4 + 4 + 4 + 1 + 8

    /// Returns the encoding of an answer, `size` bytes.
    static func encode(_ answer: Answer) -> [UInt8] {
        var writer = ByteWriter(capacity: size)
        writer.append(version)
        switch answer.outcome {
        case .failure(let failure):
            writer.append(failure.rawValue)
            writer.append(answer.request)
        case .success(let evidence):
            writer.append(UInt8(0))
            writer.append(answer.request)
            encode(evidence, to: &writer)
            writer.append(answer.declaration.rawValue)
            writer.append(answer.declarationSize)
        }
        writer.pad(to: size)
        return writer.bytes
    }

    /// Decodes an answer.
    ///
    /// - Throws: `.malformed` for everything that `encode` would not have produced.
    static func decode(_ bytes: [UInt8]) throws(IdentificationFailure) -> Answer {
        guard bytes.count == size else { throw .malformed }
        var reader = ByteReader(bytes)
        guard try reader.integer(UInt8.self) == version else { throw .malformed }
        let code = try reader.integer(UInt8.self)
        let request = try reader.integer(UInt64.self)
        if code == 0 { return try success(request, &reader) }
        guard let failure = IdentificationFailure(rawValue: code) else { throw .malformed }
        try reader.expectZeros(size - 10)
        return Answer(request: request, outcome: .failure(failure))
    }

    private static func success(
        _ request: UInt64, _ reader: inout ByteReader
    ) throws(IdentificationFailure) -> Answer {
        let evidence = try evidence(from: &reader)
        guard let kind = Declaration.Kind(rawValue: try reader.integer()) else { throw .malformed }
        let size = try reader.integer(UInt32.self)
        guard size <= InspectionLimits.declaration, size == 0 || kind.hasContents else { throw .malformed }
        return Answer(request: request, outcome: .success(evidence), declaration: kind, declarationSize: size)
    }

    private static func encode(_ evidence: ProcessEvidence, to writer: inout ByteWriter) {
        writer.append(evidence.traits.rawValue)
        writer.append(evidence.pid)
        writer.append(evidence.startTime)
        writer.append(evidence.credentials.realUserID)
        writer.append(evidence.credentials.effectiveUserID)
        writer.append(evidence.credentials.realGroupID)
        writer.append(evidence.credentials.effectiveGroupID)
        writer.append(evidence.executable.device)
        writer.append(evidence.executable.inode)
        writer.append(evidence.unprotectedFileCount)
        writer.append(evidence.session.id)
        writer.append(evidence.session.terminalDevice)
        writer.append(UInt8(evidence.session.leaderStartTime == nil ? 0 : 1))
        writer.append(evidence.session.leaderStartTime ?? 0)
        writer.append(UInt8(evidence.pinnedDigest == nil ? 0 : 1))
        writer.append(evidence.pinnedDigest ?? [], field: SHA256.size)
        writer.append(string: evidence.executablePathBytes, field: InspectionLimits.path)
        writer.append(string: Array((evidence.flatpakID ?? "").utf8), field: InspectionLimits.hint)
        writer.append(string: Array((evidence.snapName ?? "").utf8), field: InspectionLimits.hint)
        let memory = evidence.memory.sorted().prefix(InspectionLimits.memories)
        writer.append(UInt8(clamping: memory.count))
        for kind in memory { writer.append(kind) }
        for _ in memory.count..<InspectionLimits.memories { writer.append(UInt64(0)) }
        writer.append(evidence.markHolder?.pid ?? 0)
        writer.append(string: evidence.markHolder?.name ?? [], field: InspectionLimits.holder)
    }

    // The arguments are evaluated in the order in which the fields were written.
    private static func evidence(from reader: inout ByteReader) throws(IdentificationFailure) -> ProcessEvidence {
        let traits = ProcessTraits(rawValue: try reader.integer())
        guard traits.isSubset(of: .all) else { throw .malformed }
        let pid = try reader.integer(Int32.self)
        let startTime = try reader.integer(UInt64.self)
        let credentials = Credentials(
            realUserID: try reader.integer(), effectiveUserID: try reader.integer(),
            realGroupID: try reader.integer(), effectiveGroupID: try reader.integer())
        let executable = FileIdentity(device: try reader.integer(), inode: try reader.integer())
        let unprotectedFileCount = try reader.integer(UInt32.self)
        let session = TerminalSession(
            id: try reader.integer(), terminalDevice: try reader.integer(),
            leaderStartTime: try reader.optional { (field) throws(IdentificationFailure) in try field.integer() })
        let digest = try reader.optional { (field) throws(IdentificationFailure) in try field.bytes(SHA256.size) }
        let path = try reader.string(field: InspectionLimits.path)
        guard pid > 0, !path.isEmpty else { throw .malformed }
        let (flatpakID, snapName) = (try reader.hint(), try reader.hint())
        let memory = try memory(from: &reader)
        let holder = try markHolder(from: &reader)
        guard holder == nil || traits.contains(.markHeldByOthers) else { throw .malformed }
        return ProcessEvidence(
            pid: pid, startTime: startTime, credentials: credentials, executablePathBytes: path,
            executable: executable, traits: traits, unprotectedFileCount: unprotectedFileCount,
            pinnedDigest: digest, memory: memory, session: session, flatpakID: flatpakID, snapName: snapName,
            markHolder: holder)
    }

    private static func markHolder(from reader: inout ByteReader) throws(IdentificationFailure) -> MarkHolder? {
        let pid = try reader.integer(Int32.self)
        let name = try reader.string(field: InspectionLimits.holder)
        guard pid > 0 || pid == 0 && name.isEmpty else { throw .malformed }
        return pid == 0 ? nil : MarkHolder(pid: pid, name: name)
    }

    /// Reads the kinds of memory, which are in ascending order.
    private static func memory(from reader: inout ByteReader) throws(IdentificationFailure) -> Set<UInt64> {
        let count = Int(try reader.integer(UInt8.self))
        guard count <= InspectionLimits.memories else { throw .malformed }
        var kinds: [UInt64] = []
        for _ in 0..<count { kinds.append(try reader.integer()) }
        guard zip(kinds, kinds.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .malformed }
        try reader.expectZeros(8 * (InspectionLimits.memories - count))
        return Set(kinds)
    }
}

extension ByteReader {
    /// Reads a value after a byte that tells whether it is present; if it is absent, its bytes are zero.
    fileprivate mutating func optional<Value>(
        _ read: (inout ByteReader) throws(IdentificationFailure) -> Value
    ) throws(IdentificationFailure) -> Value? {
        let flag = try integer(UInt8.self)
        var absent = self
        let value = try read(&self)
        switch flag {
        case 1: return value
        case 0:
            try absent.expectZeros(position - absent.position)
            return nil
        default: throw .malformed
        }
    }

    /// Reads a name of the characters that Flatpak ids and Snap names have, or `nil` for an empty field.
    fileprivate mutating func hint() throws(IdentificationFailure) -> String? {
        let bytes = try string(field: InspectionLimits.hint)
        if bytes.isEmpty { return nil }
        guard let hint = SandboxHints.name(bytes[...]) else { throw .malformed }
        return hint
    }
}
