import CGtk

/// Does something each second, until nobody has it any more.
@MainActor public final class Tick {
    private final class Handler {
        weak var owner: Tick?
        let body: @MainActor () -> Bool
        init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
    }

    private var source: guint = 0

    /// - Parameter body: returns whether it is to be called again.
    public init(_ body: @escaping @MainActor () -> Bool) {
        let handler = Handler(body)
        let call: GSourceFunc = { data in
            guard let data else { return 0 }
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated {
                let goesOn = handler.body()
                if !goesOn { handler.owner?.source = 0 }
                return goesOn ? 1 : 0
            }
        }
        source = g_timeout_add_seconds_full(
            G_PRIORITY_DEFAULT, 1, call, Unmanaged.passRetained(handler).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<Handler>.fromOpaque(data).release()
            })
        handler.owner = self
    }

    isolated deinit { end() }

    /// Ends it.
    public func end() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }
}
