import LocalAuthentication
import Testing

/// The view model of Examples/LoginScreen, its source unchanged. Compiled as Swift 6 and as Swift 5.
@MainActor @Suite(.timeLimit(.minutes(60))) struct LoginScreenTests {
    private let session = FakeSession()

    private func screen() -> LoginViewModel {
        AuthenticationBackends.$current.withValue(FakeBackend(session: session)) {
            let screen = LoginViewModel()
            screen.viewWillAppear()
            return screen
        }
    }

    /// Taps the button, and waits for what the screen shows in the end.
    private func stateAfterTapping(_ screen: LoginViewModel) async -> LoginViewModel.State? {
        let (states, state) = AsyncStream<LoginViewModel.State>.makeStream()
        screen.stateChanged = {
            MainActor.assertIsolated()
            state.yield($0)
        }
        AuthenticationBackends.$current.withValue(FakeBackend(session: session)) { screen.biometricButtonTapped() }
        for await state in states where state != .authenticating { return state }
        return nil
    }

    @Test func theButtonIsShownIfThereIsAReader() {
        let screen = screen()
        #expect(!screen.isBiometricButtonHidden)
        #expect(screen.biometricButtonTitle == "Log in with a fingerprint")
        #expect(screen.hint == nil)
    }

    @Test func buttonIsHiddenWithoutEnrolledFingers() {
        session.state.withLock {
            $0.availability = Availability(
                failure: AuthenticationFailure(.biometryNotEnrolled), biometryType: .touchID)
        }
        let screen = screen()
        #expect(screen.isBiometricButtonHidden)
        #expect(screen.hint == "Enrol a fingerprint in the settings to log in faster.")
    }

    @Test(
        arguments: [
            (nil, .loggedIn), (.userFallback, .enteringPassword), (.userCancel, .loggedOut),
            (.authenticationFailed, .failed("The fingerprint did not match.")), (.biometryLockout, .enteringPassword),
            (.notInteractive, .failed("No authentication prompt can be shown.")),
        ] as [(LAError.Code?, LoginViewModel.State)])
    func screenShowsItsState(code: LAError.Code?, state: LoginViewModel.State) async {
        session.state.withLock { $0.person = .answers(code) }
        #expect(await stateAfterTapping(screen()) == state)
    }

    @Test func leavingTheScreenCancels() async {
        session.state.withLock { $0.person = .waits }
        let screen = screen()
        async let state = stateAfterTapping(screen)
        _ = await session.nextBegun()
        screen.viewWillDisappear()
        #expect(await state == .loggedOut)
    }
}
