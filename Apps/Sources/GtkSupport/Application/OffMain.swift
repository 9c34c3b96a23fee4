import Foundation

/// Runs a blocking call, such as one to the keychain, on a thread of its own, so that the window stays responsive.
///
/// It does not use Swift's pool of threads: the pool has few, and a call may wait for the user.
///
/// - Parameter body: the blocking call.
/// - Returns: the result of `body`.
/// - Throws: the error of `body`.
public func offMain<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
