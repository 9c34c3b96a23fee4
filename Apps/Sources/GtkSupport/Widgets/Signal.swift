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

    /// Has `body` called for each signal, whatever its arguments; they are not looked at. Ends with the object.
    ///
    /// - Parameters:
    ///   - object: a `GObject`.
    ///   - name: as GTK's documentation calls the signal; `notify::NAME` for a property.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
    ) {
        // Swapped: the data comes first, so a function that reads nothing else fits every signal without an answer.
        let call: @convention(c) (gpointer) -> Void = { data in
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.body() }
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Handler(body), swapped: true)
    }

    /// The same for signals that want an answer: true if they are dealt with and nobody else is to see them.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, answering body: @escaping @MainActor () -> Bool
    ) {
        let call: @convention(c) (gpointer) -> gboolean = { data in
            let question = Unmanaged<Question>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { question.body() } ? 1 : 0
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Question(body), swapped: true)
    }

    /// The same for signals with one number, such as the position in a list.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, number body: @escaping @MainActor (UInt32) -> Void
    ) {
        let call: @convention(c) (gpointer, guint, gpointer) -> Void = { _, number, data in
            let choice = Unmanaged<Choice>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { choice.body(number) }
        }
        attach(object, name, unsafeBitCast(call, to: GCallback.self), Choice(body), swapped: false)
    }

    private static func attach(
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
