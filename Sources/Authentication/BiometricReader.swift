import Foundation
import KeychainServices

/// A reader of fingers: the system's, or in tests one that does as it is told.
package protocol BiometricReader: Sendable {
    /// What there is, without anybody touching anything.
    func state() -> ReaderState
    /// Waits for one finger.
    ///
    /// - Parameters:
    ///   - cancellation: ends the wait within milliseconds.
    ///   - onEvent: told what the person at the reader should know; on the thread of the call.
    /// - Returns: whether it is an enrolled one.
    /// - Throws: `.biometryNotAvailable`, `.biometryNotEnrolled`, `.biometryDisconnected`; the cancellation's cause.
    func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool
}

/// What a reader has to offer.
package enum ReaderState: Sendable {
    /// The hash of the enrolled set: 32 bytes.
    case ready(Data)
    case notEnrolled
    case unavailable(AuthenticationError)
}

/// What the person at the reader should know.
package enum ReaderEvent: Hashable, Sendable {
    case waiting
    /// What to do otherwise, as a sentence.
    case retry(String)
}
