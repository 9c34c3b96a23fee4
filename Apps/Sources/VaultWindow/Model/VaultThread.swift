import Dispatch

/// The serial queue for calls to vaults, which block and must not run on the main thread.
struct VaultThread: Sendable {
    private let queue = DispatchQueue(label: "io.github.chatelaine.vault", qos: .userInitiated)

    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
