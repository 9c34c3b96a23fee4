import Foundation

/// Runs what blocks, such as calls to the keychain, on a thread of its own: the window goes on meanwhile.
///
/// Not in Swift's pool of threads: that has few, and a call may wait for a person.
///
/// - Parameter body: what blocks.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
public func offMain<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
