@preconcurrency import Dispatch
import Foundation
import Glibc

extension Store {
    /// Returns a sequence with one element for every change, of this process or of another.
    ///
    /// It does not poll: this process notifies at its commits, and the kernel (inotify(7)) when another process writes the log.
    func changesStream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let token = changes.add { continuation.yield() }
            let watch = file.flatMap { LogWatch(path: $0.path) { continuation.yield() } }
            continuation.onTermination = { [self] _ in
                changes.remove(token)
                watch?.cancel()
            }
        }
    }
}

/// A watch that calls back after a write to the write-ahead log of a keychain file.
private final class LogWatch: Sendable {
    private let source: any DispatchSourceRead

    /// Starts the watch. Nil if the kernel's limit of watches is reached.
    init?(path: String, onChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let log = path + "-wal"
        // The log stays the same file for as long as the keychain exists; truncating it is a change, too.
        guard inotify_add_watch(descriptor, log, UInt32(IN_MODIFY)) >= 0 else {
            Glibc.close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            onChange()
        }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.resume()
    }

    func cancel() { source.cancel() }
}
