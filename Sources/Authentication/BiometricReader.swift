import Foundation
import KeychainServices

/// A fingerprint reader: the system's, or a simulated one in tests.
package protocol BiometricReader: Sendable {
    /// Returns the state of the reader, without waiting for a finger.
    func state() -> ReaderState
    /// Waits for one finger.
    ///
    /// - Parameters:
    ///   - cancellation: ends the wait within milliseconds.
    ///   - onEvent: receives the events for the user at the reader; called on the calling thread.
    /// - Returns: whether it is an enrolled finger.
    /// - Throws: `.biometryNotAvailable`, `.biometryNotEnrolled`, `.biometryDisconnected`; the cancellation's cause.
    func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool
}

/// The state of a reader.
package enum ReaderState: Sendable {
    /// The hash of the enrolled set: 32 bytes.
    case ready(Data)
    case notEnrolled
    case unavailable(AuthenticationError)
}

/// An event for the user at the reader.
package enum ReaderEvent: Hashable, Sendable {
    case waiting
    /// An instruction for the next attempt, as a sentence.
    case retry(String)
}
