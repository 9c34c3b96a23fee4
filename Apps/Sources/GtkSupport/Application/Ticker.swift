import CGtk

/// A repeating timer of the main loop. It ends when it is stopped or released.
@MainActor public final class Ticker {
    private final class Body {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    private var source: guint = 0

    /// - Parameter milliseconds: the interval, also before the first call.
    public init(milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, milliseconds,
            { data in
                guard let data else { return 0 }
                let body = Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { body.body() }
                return 1
            }, Unmanaged.passRetained(Body(body)).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<Body>.fromOpaque(data).release()
            })
    }

    isolated deinit { stop() }

    /// Stops the timer.
    public func stop() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }
}
