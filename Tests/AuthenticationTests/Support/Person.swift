import Authentication
import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Synchronization

/// A device passcode that is a text of the test's.
final class FakePasscode: DevicePasscode {
    private let right: String?
    private let tried = Mutex(0)

    /// - Parameter right: nil for none.
    init(_ right: String?) { self.right = right }

    var attempts: Int { tried.withLock { $0 } }

    func isSet() -> Bool { right != nil }

    func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> [Int64: OpeningKey] {
        tried.withLock { $0 += 1 }
        let typed = passcode.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        guard typed == right else { throw KeychainError(.authenticationFailed, "that is not the passcode") }
        return [:]
    }
}

/// The means to authenticate a person, for evaluations one after another or at once.
struct Person: Sendable {
    static let passcode = "1234"

    let equipment: AuthenticationEquipment
    let passcode: FakePasscode

    init(_ reader: ScriptedReader, passcode: String? = Person.passcode, attempts: BiometryAttempts = .init()) {
        equipment = AuthenticationEquipment(reader: reader, attempts: attempts)
        self.passcode = FakePasscode(passcode)
    }

    /// Evaluates, and waits for the end.
    func show(
        _ requirement: AuthenticationRequirement, _ prompter: (any Prompter)?, _ presentation: Presentation = .usual,
        program: String = "a", needsPasscodeFirst: Bool = false, timeout: DispatchTimeInterval = .seconds(300),
        _ cancellation: AuthenticationCancellation = AuthenticationCancellation()
    ) throws(AuthenticationError) -> AuthenticationProof {
        try Evaluation(
            equipment, passcode: KeychainPasscodeCheck(passcode), prompter: prompter, program: program,
            needsPasscodeFirst: needsPasscodeFirst, timeout: timeout
        ).run(
            AuthenticationRequest(
                requirement: requirement, presentation: presentation, passcode: passcode, cancellation: cancellation))
    }

    func show(
        _ requirement: AuthenticationRequirement, _ prompter: (any Prompter)?,
        _ cancellation: AuthenticationCancellation
    ) throws(AuthenticationError) -> AuthenticationProof {
        try show(requirement, prompter, .usual, cancellation)
    }

    func show(
        _ policy: AuthenticationPolicy, _ prompter: (any Prompter)?, _ presentation: Presentation = .usual,
        program: String = "a"
    ) throws(AuthenticationError) -> AuthenticationProof {
        try show(policy.requirement, prompter, presentation, program: program)
    }
}

typealias Presentation = AuthenticationPresentation

extension AuthenticationPresentation {
    static let usual = AuthenticationPresentation(reason: "open the shop")
}

/// An error that equals all with this code.
func failure(_ code: AuthenticationError.Code) -> AuthenticationError { AuthenticationError(code, "") }

/// Something that goes on on a thread of its own.
final class Background<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    struct Hangs: Error {}

    init(_ body: @escaping @Sendable () -> Result) {
        Thread.detachNewThread { [self] in
            let made = body()
            result.withLock { $0 = made }
            ended.signal()
        }
    }

    /// Waits for the end; a test that hangs should fail instead.
    func wait() throws -> Result {
        guard ended.wait(timeout: .now() + .seconds(300)) == .success, let made = result.withLock({ $0 }) else {
            throw Hangs()
        }
        ended.signal()
        return made
    }
}

/// The code of what `body` throws, or nil.
func code(
    of body: () throws(AuthenticationError) -> Void
) -> AuthenticationError.Code? {
    do throws(AuthenticationError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}
