import Dispatch

/// The serial queue for calls to keychains, which block and must not run on the main thread.
///
/// One at a time: the agent knows by the connection that the passcode was shown, and a second request at the same time would have another.
struct KeychainThread: Sendable {
    private let queue = DispatchQueue(label: "io.github.chatelaine.keychains", qos: .userInitiated)

    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
