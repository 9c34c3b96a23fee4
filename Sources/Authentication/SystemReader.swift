import Fingerprint
import Foundation
import KeyManagement
import KeychainServices
import LinuxSupport

/// The fingerprint reader of the computer.
package struct SystemReader: BiometricReader {
    private let reader: FingerprintReader

    /// - Parameter reader: the reader that fprintd serves.
    package init(_ reader: FingerprintReader = FingerprintReader()) { self.reader = reader }

    package func state() -> ReaderState {
        do throws(ReaderError) {
            let state = try reader.state()
            guard let device = state.device else {
                return .unavailable(AuthenticationError(ReaderError(.noDevice, "there is no fingerprint reader")))
            }
            guard !state.fingers.isEmpty else { return .notEnrolled }
            return .ready(Self.hash(device, state.fingers))
        } catch {
            return error.kind == .notEnrolled ? .notEnrolled : .unavailable(AuthenticationError(error))
        }
    }

    /// Returns a hash that distinguishes enrolled sets as far as fprintd does (Docs/fingerprint.md): SHA-256 over the names of the reader
    /// and of the fingers.
    private static func hash(_ device: String, _ fingers: [Finger]) -> Data {
        var list = AssociatedData()
        list.append("chatelaine enrolled set 1")
        list.append(Array(device.utf8))
        for finger in fingers { list.append(Array(finger.rawValue.utf8)) }
        var digest = Data(count: 32)
        list.withUnsafeBytes { list in digest.withUnsafeMutableBytes { sha256(list, into: $0) } }
        return digest
    }

    package func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool {
        let readerCancellation = Cancellation()
        cancellation.onCancel { readerCancellation.cancel() }
        do throws(ReaderError) {
            return try reader.verify(cancellation: readerCancellation) { event in
                switch event {
                case .waiting: onEvent(.waiting)
                case .retry(let retry): onEvent(.retry(retry.advice))
                case .stage: break
                }
            } == .match
        } catch {
            guard error.kind != .cancelled else {
                throw AuthenticationError(cancellation.cause ?? .systemCancel, "the reader was stopped")
            }
            throw AuthenticationError(error)
        }
    }
}

extension FingerprintReader.Retry {
    /// The advice as a sentence.
    fileprivate var advice: String {
        switch self {
        case .swipeTooShort: "That was too short. Move the finger further."
        case .fingerNotCentered: "The finger was not centred. Put it into the middle of the reader."
        case .removeAndRetry: "Take the finger away, then touch the reader again."
        case .again: "The reader could not see the finger. Try again."
        }
    }
}

extension AuthenticationError {
    fileprivate init(_ error: ReaderError) {
        let code: Code =
            switch error.kind {
            case .notEnrolled: .biometryNotEnrolled
            case .disconnected: .biometryDisconnected
            case .cancelled: .systemCancel
            default: .biometryNotAvailable
            }
        self.init(code, error.reason, remedy: error.remedy)
    }
}
