import Foundation
import LocalAuthentication

/// The view model of a login screen: its state and the actions of its buttons. Nothing in it depends on the system or
/// on the user interface.
@MainActor
final class LoginViewModel {
    enum State: Equatable {
        case loggedOut
        case authenticating
        case loggedIn
        case enteringPassword
        case failed(String)
    }

    private(set) var state = State.loggedOut {
        didSet { stateChanged?(state) }
    }
    var stateChanged: ((State) -> Void)?

    private(set) var isBiometricButtonHidden = true
    private(set) var biometricButtonTitle = ""
    private(set) var hint: String?

    private var context = LAContext()

    func viewWillAppear() {
        var error: NSError?
        isBiometricButtonHidden = !context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
        switch context.biometryType {
        case .touchID: biometricButtonTitle = "Log in with a fingerprint"
        case .faceID: biometricButtonTitle = "Log in with your face"
        default: biometricButtonTitle = "Log in"
        }
        switch error?.code {
        case LAError.biometryNotEnrolled.rawValue: hint = "Enrol a fingerprint in the settings to log in faster."
        case LAError.biometryLockout.rawValue: hint = "Too many attempts: log in with your password."
        default: hint = nil
        }
    }

    func biometricButtonTapped() {
        // A context that has succeeded would succeed again without asking the user.
        context = LAContext()
        context.localizedFallbackTitle = "Use Password"
        state = .authenticating
        context.evaluatePolicy(
            .deviceOwnerAuthenticationWithBiometrics, localizedReason: "Log in to your account"
        ) { [weak self] success, error in
            DispatchQueue.main.async {
                if success {
                    self?.state = .loggedIn
                } else if let error {
                    self?.show(error)
                }
            }
        }
    }

    func viewWillDisappear() {
        context.invalidate()
    }

    private func show(_ error: Error) {
        guard let error = error as? LAError else {
            state = .failed(error.localizedDescription)
            return
        }
        switch error.code {
        case .userFallback, .biometryLockout:
            state = .enteringPassword
        case .userCancel, .appCancel, .systemCancel:
            state = .loggedOut
        case .authenticationFailed:
            state = .failed("The fingerprint did not match.")
        case .biometryNotAvailable, .biometryNotEnrolled, .passcodeNotSet:
            isBiometricButtonHidden = true
            state = .enteringPassword
        default:
            state = .failed(error.localizedDescription)
        }
    }
}
