/// Memory that a function gives to its caller, who gives it back to one of the functions that free it.
enum GivenMemory {
    /// Returns a copy of bytes; nil without memory. For none it is memory of one byte, so that the pointer says that there is a value.
    static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        guard let start = malloc(max(1, bytes.count)) else { return nil }
        if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
        return start
    }

    /// Overwrites memory from ``copy(_:)``, and frees it.
    static func free(_ start: UnsafeMutableRawPointer?) {
        guard let start else { return }
        let count = usableSize(start)
        // The compiler leaves out writes to memory that is freed next, but not calls through a pointer that it cannot know.
        explicit_bzero(start, count)
        Foundation.free(start)
    }
}

/// glibc's malloc_usable_size(3), whose header is in none of the modules that this one may import (Docs/decisions/0008).
@_silgen_name("malloc_usable_size")
private func usableSize(_ start: UnsafeMutableRawPointer?) -> Int
