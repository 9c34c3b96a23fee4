import Secrets

/// Memory for contents on their way, overwritten at the end.
final class Scratch {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 64) }

    deinit {
        wipe(bytes)
        bytes.deallocate()
    }
}
