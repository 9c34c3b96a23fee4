import CLinux
import Glibc

extension Descriptor {
    /// Makes a file that exists in memory only, for a program that wants a file's name: `/proc/self/fd/` and the number there.
    ///
    /// - Parameters:
    ///   - bytes: its contents.
    ///   - isProgram: whether it is to be run. Then the descriptor is for reading: the kernel runs no file that is open for writing.
    /// - Returns: `nil` if there is too little memory, or if the process has too many descriptors.
    package static func memoryFile(_ bytes: UnsafeRawBufferPointer, isProgram: Bool = false) -> Descriptor? {
        guard let file = Descriptor(clinux_memory_file("chatelaine")), file.write(bytes).errno == 0 else { return nil }
        guard isProgram else { return file }
        guard fchmod(file.number, 0o500) == 0 else { return nil }
        return Descriptor(open("/proc/self/fd/\(file.number)", O_RDONLY | O_CLOEXEC))
    }
}
