import KeychainServices

/// The fingerprint reader of the machine.
package struct SystemReader: BiometricReader {
    package init() {}

    package func state() -> ReaderState {
        .unavailable(AuthenticationError(.biometryNotAvailable, "there is no fingerprint reader"))
    }

    package func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool {
        throw AuthenticationError(.biometryNotAvailable, "there is no fingerprint reader")
    }
}
