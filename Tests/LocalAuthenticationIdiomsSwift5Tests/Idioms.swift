// The ways in which programs written for Apple's systems use LocalAuthentication, in Swift 5 mode, as most of them are. This file is
// compiled twice, with and without “import Foundation” (Tests/LocalAuthenticationIdiomsFoundationTests). What it must not do is look like
// new code.

#if IDIOMS_IMPORT_FOUNDATION
    import Foundation
#endif
import LocalAuthentication
import Testing

/// What apps put between themselves and the context, to have it doubled in tests. (Without `@Sendable` the compiler warns.)
protocol AuthenticationContext {
    var biometryType: LABiometryType { get }
    var localizedFallbackTitle: String? { get set }
    func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool
    func evaluatePolicy(_ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, Error?) -> Void)
    func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool
}
extension LAContext: AuthenticationContext {}

/// A double that stands for a face. (Without `@unchecked Sendable` the compiler warns.)
class MockContext: LAContext, @unchecked Sendable {
    var canEvaluate = true
    var evaluationError: Error?
    var reasons: [String] = []

    override var biometryType: LABiometryType { .faceID }
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        if !canEvaluate {
            error?.pointee = NSError(domain: LAErrorDomain, code: LAError.biometryNotEnrolled.rawValue, userInfo: nil)
        }
        return canEvaluate
    }
    override func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, Error?) -> Void
    ) {
        reasons.append(localizedReason)
        reply(evaluationError == nil, evaluationError)
    }
}

enum BiometricError: Error, Equatable {
    case cancelled, fallback, lockedOut, notEnrolled, other

    init(_ error: LAError) {
        switch error {
        case LAError.userCancel, LAError.appCancel, LAError.systemCancel: self = .cancelled
        case LAError.userFallback: self = .fallback
        case LAError.touchIDLockout: self = .lockedOut
        case LAError.biometryNotEnrolled: self = .notEnrolled
        default: self = .other
        }
    }
}

class Authenticator {
    var isUnlocked = false
    var message = ""
    let done = DispatchSemaphore(value: 0)

    func authenticateLikeATutorial(_ context: LAContext) {
        var error: NSError?
        if context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) {
            let reason = "Identify yourself!"
            context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: reason) {
                [weak self] success, authenticationError in
                guard let self = self else { return }
                if success {
                    self.isUnlocked = true
                } else {
                    // swift-format-ignore: NeverForceUnwrap
                    switch authenticationError!._code {
                    case LAError.userCancel.rawValue: self.message = "cancelled"
                    case LAError.Code.userFallback.rawValue: self.message = "fallback"
                    default: self.message = authenticationError?.localizedDescription ?? "failed"
                    }
                }
                self.done.signal()
            }
        } else {
            message = "no biometry"
            done.signal()
        }
    }
}

@Suite(.timeLimit(.minutes(60))) struct LocalAuthenticationIdioms {
    private func context(_ code: LAError.Code?) -> LAContext { LAContext(session: FakeSession(.answers(code))) }

    @Test(
        arguments: [
            (nil, true, ""), (.userCancel, false, "cancelled"), (.userFallback, false, "fallback"),
            (.passcodeNotSet, false, "No passcode is set on this device."),
        ] as [(LAError.Code?, Bool, String)])
    func tutorial(code: LAError.Code?, isUnlocked: Bool, message: String) {
        let authenticator = Authenticator()
        authenticator.authenticateLikeATutorial(context(code))
        authenticator.done.wait()
        #expect(authenticator.isUnlocked == isUnlocked)
        #expect(authenticator.message == message)
    }

    @Test func hopToTheMainQueue() async {
        let context = self.context(.userFallback)
        let message: String = await withCheckedContinuation { continuation in
            context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in") { success, authError in
                DispatchQueue.main.async {
                    if success { return continuation.resume(returning: "in") }
                    switch (authError as? LAError)?.code {
                    case .userFallback: continuation.resume(returning: "password")
                    case .userCancel?: continuation.resume(returning: "cancelled")
                    case .none: continuation.resume(returning: "?")
                    default: continuation.resume(returning: "failed")
                    }
                }
            }
        }
        #expect(message == "password")
    }

    @Test func variablesOfTheCaller() {
        var succeeded = false
        var failure: Error?
        let semaphore = DispatchSemaphore(value: 0)
        context(.biometryLockout).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in") {
            success, error in
            succeeded = success
            failure = error
            semaphore.signal()
        }
        semaphore.wait()
        #expect(!succeeded)
        #expect((failure as NSError?)?.code == kLAErrorBiometryLockout.asInt)
    }

    @Test func closuresInVariables() {
        let semaphore = DispatchSemaphore(value: 0)
        let reply: (Bool, Error?) -> Void = { _, _ in semaphore.signal() }
        context(nil).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in", reply: reply)
        semaphore.wait()
    }

    @Test func objectsAndNumbers() {
        let semaphore = DispatchSemaphore(value: 0)
        var text = ""
        context(.systemCancel).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in") { _, error in
            defer { semaphore.signal() }
            guard let error = error as NSError? else { return }
            switch error.code {
            case LAError.authenticationFailed.rawValue: text = "failed"
            case Int(kLAErrorSystemCancel): text = "system"
            default: text = "other"
            }
            switch Int32(error.code) {
            case kLAErrorSystemCancel: text += ", again"
            default: break
            }
            if error.domain == LAErrorDomain, LAError.Code(rawValue: error.code) == .systemCancel { text += ", thrice" }
            if case LAError.systemCancel = error { text += ", pattern" }
            if LAError(_nsError: error).code == .systemCancel { text += ", made" }
        }
        semaphore.wait()
        #expect(text == "system, again, thrice, pattern, made")
    }

    @Test func optionalErrorsInPatterns() {
        let error: Error? = LAError(.userCancel)
        switch error {
        case LAError.userFallback?: Issue.record("another")
        case LAError.userCancel?: break
        case .some(let error as NSError): Issue.record("not recognised: \(error)")
        case .none: Issue.record("none")
        }
        switch error {
        case let error as LAError: #expect(BiometricError(error) == .cancelled)
        default: Issue.record("not recognised")
        }
    }

    @Test func everyCode() {
        func name(_ code: LAError.Code) -> String {
            switch code {
            case .authenticationFailed: return "failed"
            case .userCancel, .userFallback, .systemCancel, .appCancel: return "cancelled"
            case .passcodeNotSet, .invalidContext, .notInteractive: return "cannot"
            case .biometryNotAvailable, .biometryNotEnrolled, .biometryLockout: return "biometry"
            case .biometryNotPaired, .biometryDisconnected: return "reader"
            case .companionNotAvailable, .invalidDimensions: return "never"
            @unknown default: return "new"
            }
        }
        #expect(name(.biometryNotEnrolled) == "biometry")
    }

    @Test func typesOfBiometry() {
        let context = self.context(nil)
        func name() -> String {
            switch context.biometryType {
            case .none: return "none"
            case .touchID: return "Touch ID"
            case .faceID: return "Face ID"
            default: return "unknown"
            }
        }
        #expect(name() == "none")
        if #available(iOS 11.0, macOS 10.13.2, *), context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) {
            #expect(name() == "Touch ID")
        }
        #expect(context.biometryType != .LABiometryNone)
        context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
    }

    @Test func asyncForm() async throws {
        let succeeds = try await context(nil).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in")
        #expect(succeeds)
        do {
            try await context(.userCancel).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in")
            Issue.record("no error")
        } catch LAError.userCancel {
        } catch { Issue.record(error) }
        do {
            try await context(.userFallback).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in")
        } catch let error as LAError where error.code == .userCancel {
            Issue.record("another code")
        } catch let error as LAError {
            #expect(BiometricError(error) == .fallback)
        }
        do {
            try await context(.userFallback).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in")
        } catch let error as NSError {
            #expect(error.domain == LAError.errorDomain && error.code == LAError.userFallback.rawValue)
        }
    }

    @Test func doubles() async throws {
        let mock = MockContext()
        #expect(mock.biometryType == .faceID)
        mock.evaluationError = NSError(domain: LAErrorDomain, code: LAError.userCancel.rawValue)
        var result: Error?
        mock.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Log in") { _, error in result = error }
        #expect((result as? LAError)?.code == .userCancel)
        // Both forms are one method there.
        do {
            _ = try await mock.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Pay")
            Issue.record("no error")
        } catch { #expect((error as? LAError)?.code == .userCancel) }
        #expect(mock.reasons == ["Log in", "Pay"])
        mock.canEvaluate = false
        var error: NSError?
        #expect(!mock.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
        if let error = error as? LAError { #expect(BiometricError(error) == .notEnrolled) }
        var abstract: AuthenticationContext = mock
        abstract.localizedFallbackTitle = ""
        #expect(mock.localizedFallbackTitle == "")
        abstract.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Abstract") { _, _ in }
        #expect(mock.reasons.last == "Abstract")
    }

    /// Keychain wrappers keep the context in the dictionaries of their queries.
    @Test func contextsInQueries() throws {
        let context: LAContext? = self.context(nil)
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
        query[kSecUseAuthenticationContext as String] = context
        query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIAllow
        #expect((query as CFDictionary)[kSecUseAuthenticationContext] as? LAContext === context)
        let objects: [String: AnyObject] = [kSecUseAuthenticationContext as String: try #require(context)]
        #expect((objects as CFDictionary)[kSecUseAuthenticationContext] as? LAContext === context)
        let anyContext: AnyObject? = context
        query[String(kSecUseAuthenticationContext)] = anyContext as Any
        #expect(query[kSecUseAuthenticationContext as String] as? LAContext === context)
        let literal =
            [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationContext: context as Any] as [CFString: Any]
        #expect(literal.count == 2)
        let hashable: [String: AnyHashable] = [kSecUseAuthenticationContext as String: context]
        #expect(hashable.count == 1)
    }

    @Test func accessControls() async throws {
        var error: Unmanaged<CFError>?
        guard
            let control = SecAccessControlCreateWithFlags(
                kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence, &error)
        else { throw error!.takeRetainedValue() as Error }
        let context = self.context(nil)
        context.touchIDAuthenticationAllowableReuseDuration = LATouchIDAuthenticationMaximumAllowableReuseDuration
        context.interactionNotAllowed = false
        context.setCredential("secret".data(using: .utf8), type: .applicationPassword)
        #expect(context.isCredentialSet(.applicationPassword))
        let succeeded: Bool = await withCheckedContinuation { continuation in
            context.evaluateAccessControl(control, operation: .useItem, localizedReason: "Open the safe") {
                (success: Bool, _: Error?) in continuation.resume(returning: success)
            }
        }
        #expect(succeeded)
    }
}

extension Int32 {
    fileprivate var asInt: Int { Int(self) }
}
