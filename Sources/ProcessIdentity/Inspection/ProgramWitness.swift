import Glibc
import LinuxSupport

/// Tells whether a process still runs the program that it ran when it was inspected.
///
/// Neither pid nor start time change when a process executes something, and a process without address randomisation has
/// the same addresses after it. But an open `/proc/PID/pagemap` belongs to the memory that the process had when it was opened:
/// as soon as that is gone, nothing can be read from it (proc_pid_pagemap(5)). Asking costs half a microsecond and needs no right to
/// look at the process, so whoever was given a witness can ask at every message.
public final class ProgramWitness: Sendable {
    private let map: Descriptor

    /// Takes over what another process has opened.
    init(_ map: consuming Descriptor) { self.map = map }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        // A kernel may be without it; the list of mappings does the same, and takes twice as long.
        if let pages = try? process.open("pagemap") {
            map = pages
        } else {
            map = try process.open("maps")
        }
    }

    /// False for ever after the process has executed anything, or has ended. A program that shares its memory with another
    /// process (`CLONE_VM`) can make it stay true; it then says nothing more about a program that is gone.
    public var isRunning: Bool {
        // What there is to say of the first page, which nobody has.
        var entry: UInt64 = 0
        return retrying { pread(map.number, &entry, 8, 0) } > 0
    }

    /// For sending it to another process.
    func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(map.number) }
}

/// The list of what a process has in memory, of the program that it ran when the list was opened.
struct ProgramMap: ~Copyable {
    private let map: Descriptor

    init(of process: ProcessDirectory) throws(IdentificationFailure) { map = try process.open("maps") }

    /// As of a ``ProgramWitness``.
    var isRunning: Bool {
        var byte: UInt8 = 0
        return retrying { pread(map.number, &byte, 1, 0) } > 0
    }

    /// The lines that are executable.
    func mappings() throws(IdentificationFailure) -> [Mapping] {
        guard let text = map.bytes(limit: InspectionLimits.mapBytes + 1) else { throw .unstable }
        guard text.count <= InspectionLimits.mapBytes else { throw .tooLarge }
        return try MemoryMap.parse(text, executableOnly: true)
    }
}

/// What was found out about a process, and the means to notice that it is out of date.
public struct Identification: Sendable {
    /// What was found out.
    public let evidence: ProcessEvidence
    /// Whether it is still the same program.
    public let program: ProgramWitness
}
