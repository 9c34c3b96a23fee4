import Glibc

/// Tells whether a process still runs the program that it ran when it was inspected.
///
/// Neither pid nor start time change when a process executes something, and a process without address randomisation has
/// the same addresses after it. But an open `/proc/PID/maps` belongs to the memory that the process had when it was opened:
/// as soon as that is gone, nothing can be read from it. Asking costs about a microsecond and needs no right to look at the
/// process, so whoever was given a witness can ask at every message.
public final class ProgramWitness: Sendable {
    private let map: Descriptor

    /// Takes over an open memory map.
    init(_ map: consuming Descriptor) { self.map = map }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        map = try process.open("maps")
    }

    /// False for ever after the process has executed anything, or has ended. A program that shares its memory with another
    /// process (`CLONE_VM`) can make it stay true; it then says nothing more about a program that is gone.
    public var isRunning: Bool {
        var byte: UInt8 = 0
        return retrying { pread(map.number, &byte, 1, 0) } > 0
    }

    /// The lines of the memory map that are executable.
    func mappings() throws(IdentificationFailure) -> [Mapping] {
        guard let text = map.bytes(limit: InspectionLimits.mapBytes + 1) else { throw .unstable }
        guard text.count <= InspectionLimits.mapBytes else { throw .tooLarge }
        return try MemoryMap.parse(text, executableOnly: true)
    }

    /// For sending it to another process.
    func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(map.number) }
}

/// What was found out about a process, and the means to notice that it is out of date.
public struct Identification: Sendable {
    /// What was found out.
    public let evidence: ProcessEvidence
    /// Whether it is still the same program.
    public let program: ProgramWitness
}
