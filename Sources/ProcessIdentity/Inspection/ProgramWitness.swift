import Glibc
import LinuxSupport

/// A means to check whether a process still runs the program that it ran when it was inspected.
///
/// Neither process id nor start time change when a process executes another program, and without address randomization the addresses are
/// the same afterwards. But an open `/proc/PID/pagemap` belongs to the address space that the process had when it was opened: as soon as
/// that no longer exists, nothing can be read from it (proc_pid_pagemap(5)). The check takes half a microsecond and needs no right to
/// examine the process, so that the holder of a witness can check at every message.
package final class ProgramWitness: Sendable {
    private let map: Descriptor

    /// Takes ownership of a descriptor that another process has opened.
    init(_ map: consuming Descriptor) { self.map = map }

    init(of process: ProcessDirectory) throws(IdentificationFailure) {
        // A kernel may lack pagemap; the list of mappings serves as well, and takes twice as long.
        if let pages = try? process.open("pagemap") {
            map = pages
        } else {
            map = try process.open("maps")
        }
    }

    /// Whether the program is still running; permanently false after the process has executed another program or has ended. A program that
    /// shares its memory with another process (`CLONE_VM`) can keep it true after its end; it then says nothing about that program any
    /// more.
    package var isRunning: Bool {
        // The entry of the first page, which is never mapped.
        var entry: UInt64 = 0
        return retrying { pread(map.number, &entry, 8, 0) } > 0
    }

    /// Calls `body` with the descriptor, for sending it to another process.
    func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(map.number) }
}

/// The memory mappings of a process, bound to the program that it ran when the list was opened.
struct ProgramMap: ~Copyable {
    private let map: Descriptor

    init(of process: ProcessDirectory) throws(IdentificationFailure) { map = try process.open("maps") }

    /// Whether the program is still running, as in ``ProgramWitness``.
    var isRunning: Bool {
        var byte: UInt8 = 0
        return retrying { pread(map.number, &byte, 1, 0) } > 0
    }

    /// Returns the executable mappings.
    func mappings() throws(IdentificationFailure) -> [Mapping] {
        guard let text = map.bytes(limit: InspectionLimits.mapBytes + 1) else { throw .unstable }
        guard text.count <= InspectionLimits.mapBytes else { throw .tooLarge }
        return try MemoryMap.parse(text, executableOnly: true)
    }
}

/// The result of inspecting a process, and a means to detect that it is out of date.
package struct Identification: Sendable {
    /// The result of the inspection.
    package let evidence: ProcessEvidence
    /// The file next to the executable that declares the access groups of the program.
    package let declaration: Declaration
    /// The witness that tells whether the process still runs the same program.
    package let program: ProgramWitness
}
