import CLinux
import Glibc
import LinuxSupport

/// GLib's main loop, which GTK programs run.
///
/// Completions of Chatelaine's products, `DispatchQueue.main` and the main actor need the main queue to be drained, which GLib's loop does
/// not do by itself.
@MainActor public enum GLibMainLoop {
    private static var isAttached = false

    /// Makes the default main context drain the main queue whenever it runs. To be called on the main thread, before `g_application_run` or
    /// `g_main_loop_run`; further calls do nothing.
    ///
    /// - Throws: ``GLibIsMissing`` if the program has not loaded GLib, and it cannot be loaded.
    public static func attachMainQueue() throws(GLibIsMissing) {
        guard !isAttached else { return }
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        guard descriptor >= 0 else { throw GLibIsMissing(reason: "the main queue has no descriptor") }
        do {
            let add: Add = try SharedLibrary("libglib-2.0.so.0").function("g_unix_fd_add")
            _ = add(descriptor, readable, drain, nil)
        } catch {
            throw GLibIsMissing(reason: "\(error)")
        }
        isAttached = true
    }

    /// `GUnixFDSourceFunc` and `g_unix_fd_add()` of <glib-unix.h>.
    private typealias Drain = @convention(c) (Int32, UInt32, UnsafeMutableRawPointer?) -> Int32
    private typealias Add = @convention(c) (Int32, UInt32, Drain, UnsafeMutableRawPointer?) -> UInt32

    /// `G_IO_IN`.
    private static let readable = UInt32(POLLIN)

    private static let drain: Drain = { descriptor, _, _ in
        // If the counter were not read, the loop would call this function again without end.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        // G_SOURCE_CONTINUE.
        return 1
    }
}

/// The error for a system without GLib.
public struct GLibIsMissing: Error, Sendable, CustomStringConvertible {
    /// The reason, for display.
    public let reason: String

    /// The reason and the remedy.
    public var description: String { "GLib cannot be used: \(reason); install libglib2.0-0" }
}
