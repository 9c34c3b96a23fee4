import CGtk

/// Signals of GTK's objects.
public enum Signal {
    private final class Handler {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    private final class Question {
        let body: @MainActor () -> Bool
        init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
    }

    private final class Choice {
        let body: @MainActor (UInt32) -> Void
        init(_ body: @escaping @MainActor (UInt32) -> Void) { self.body = body }
    }

    /// Connects `body` to a signal. The signal's arguments are ignored. The connection ends with the object.
    ///
    /// - Parameters:
    ///   - object: a `GObject`.
    ///   - name: the signal's name in GTK's documentation; `notify::NAME` for a property.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
    ) {
        // Swapped: the data is the first argument, so a function that reads only that one fits every signal without a return value.
        let call: @convention(c) (gpointer) -> Void = { data in
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.body() }
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Handler(body), swapped: true)
    }

    /// Connects `body` to a signal with a Boolean result: `true` if the signal is handled and other handlers must not see it.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, answering body: @escaping @MainActor () -> Bool
    ) {
        let call: @convention(c) (gpointer) -> gboolean = { data in
            let question = Unmanaged<Question>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { question.body() } ? 1 : 0
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Question(body), swapped: true)
    }

    /// Connects `body` to a signal with one number, such as a position in a list.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, number body: @escaping @MainActor (UInt32) -> Void
    ) {
        let call: @convention(c) (gpointer, guint, gpointer) -> Void = { _, number, data in
            let choice = Unmanaged<Choice>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { choice.body(number) }
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Choice(body), swapped: false)
    }

    /// Connects a function of C, with an object that is released with the connection and is the function's first or last argument.
    static func attach(
        _ object: UnsafeMutableRawPointer, _ name: String, _ callback: GCallback, _ data: AnyObject, swapped: Bool
    ) {
        g_signal_connect_data(
            object, name, callback, Unmanaged.passRetained(data).toOpaque(),
            { data, _ in
                guard let data else { return }
                Unmanaged<AnyObject>.fromOpaque(data).release()
            }, swapped ? G_CONNECT_SWAPPED : GConnectFlags(rawValue: 0))
    }
}
