import CWebKit
import GtkSupport

/// A file that a website sends.
@MainActor final class Download {
    /// Called once with the name that the website proposes; the download waits for a destination.
    var onName: @MainActor (String) -> Void = { _ in }
    /// Called when the download has ended: with whether the file is complete.
    var onEnd: @MainActor (Bool) -> Void = { _ in }

    let raw: OpaquePointer
    private var hasFailed = false

    init(_ raw: OpaquePointer) {
        self.raw = raw
        g_object_ref(UnsafeMutableRawPointer(raw))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

    /// Saves the file.
    ///
    /// - Parameter path: chosen by the user, who was asked before a file there is replaced.
    func save(to path: String) {
        webkit_download_set_allow_overwrite(raw, 1)
        webkit_download_set_destination(raw, path)
    }

    /// Ends the download. Nothing is kept.
    func cancel() { webkit_download_cancel(raw) }

    func failed() { hasFailed = true }
    func finished() { onEnd(!hasFailed) }
}

/// The signals of downloads.
@MainActor enum DownloadSignals {
    private final class Keeper {
        let download: Download
        init(_ download: Download) { self.download = download }
    }

    /// Connects the session, which lives as long as the program.
    static func connect(_ session: WebSession) {
        let started: @convention(c) (gpointer, OpaquePointer, gpointer?) -> Void = { _, download, _ in
            nonisolated(unsafe) let download = download
            MainActor.assumeIsolated { WebSession.shared.begin(download) }
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(session.raw), "download-started", unsafeBitCast(started, to: GCallback.self), nil,
            nil, GConnectFlags(rawValue: 0))
    }

    /// Connects a download, which is kept until it has ended.
    static func connect(_ download: Download) {
        let keeper = Unmanaged.passRetained(Keeper(download)).toOpaque()
        let object = UnsafeMutableRawPointer(download.raw)
        let named: @convention(c) (gpointer, UnsafePointer<CChar>?, gpointer) -> gboolean = { _, name, data in
            let name = name.map { String(cString: $0) } ?? ""
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Unmanaged<Keeper>.fromOpaque(data).takeUnretainedValue().download.onName(name) }
            return 1
        }
        let failed: @convention(c) (gpointer, gpointer?, gpointer) -> Void = { _, _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Unmanaged<Keeper>.fromOpaque(data).takeUnretainedValue().download.failed() }
        }
        // The last signal, also after a failure.
        let finished: @convention(c) (gpointer, gpointer) -> Void = { _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Unmanaged<Keeper>.fromOpaque(data).takeUnretainedValue().download.finished() }
        }
        let none = GConnectFlags(rawValue: 0)
        g_signal_connect_data(object, "decide-destination", unsafeBitCast(named, to: GCallback.self), keeper, nil, none)
        g_signal_connect_data(object, "failed", unsafeBitCast(failed, to: GCallback.self), keeper, nil, none)
        g_signal_connect_data(
            object, "finished", unsafeBitCast(finished, to: GCallback.self), keeper,
            { data, _ in
                guard let data else { return }
                Unmanaged<Keeper>.fromOpaque(data).release()
            }, none)
    }
}
