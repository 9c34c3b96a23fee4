import LocalAuthentication
import Testing

/// The members of `LAContext` that do not evaluate.
@Suite struct ContextTests {
    private let session = FakeSession()
    private let context: LAContext

    init() { context = LAContext(session: session) }

    @Test func aFreshContextKnowsNothing() {
        #expect(context.biometryType == .none)
        #expect(context.evaluatedPolicyDomainState == nil)
        #expect(context.domainState.stateHash == nil)
        #expect(context.localizedReason == "")
        #expect(context.localizedCancelTitle == nil)
        #expect(context.localizedFallbackTitle == nil)
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
        #expect(!context.interactionNotAllowed)
        #expect(!context.isCredentialSet(.applicationPassword))
    }

    @Test func canEvaluateFillsIn() {
        var error: NSError? = NSError(domain: "left over", code: 1)
        #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
        #expect(error == nil)
        #expect(context.biometryType == .touchID)
        #expect(context.evaluatedPolicyDomainState == Data([1, 2, 3]))
        #expect(context.domainState.biometry.biometryType == .touchID)
        #expect(context.domainState.biometry.stateHash == Data([1, 2, 3]))
        #expect(context.domainState.stateHash == Data([1, 2, 3]))
        #expect(context.domainState.companion.availableCompanionTypes.isEmpty)
        #expect(context.domainState.companion.stateHash == nil)
        #expect(context.domainState.companion.stateHash(for: .watch) == nil)
    }

    @Test func theBiometryIsKnownWhenItIsLockedToo() {
        session.state.withLock {
            $0.availability = Availability(
                failure: AuthenticationFailure(.biometryLockout, "ask for the passcode"), biometryType: .touchID)
        }
        var error: NSError?
        #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error))
        #expect(error?.domain == LAErrorDomain)
        #expect(error?.code == -8)
        #expect(error?.localizedFailureReason == "ask for the passcode")
        #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
        #expect(context.biometryType == .touchID)
        #expect(context.evaluatedPolicyDomainState == nil)
    }

    @Test func anEvaluationTellsTheEnrolmentButNotTheBiometry() async throws {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "log in")
        #expect(context.evaluatedPolicyDomainState == Data([1, 2, 3]))
        #expect(context.biometryType == .none)
    }

    @Test(
        arguments: [
            (0, 0), (10, 10), (300, 300), (301, 300), (-1, 0), (.infinity, 300), (-.infinity, 0), (.nan, 0),
        ] as [(TimeInterval, TimeInterval)])
    func reuseDurations(set: TimeInterval, counts: TimeInterval) {
        context.touchIDAuthenticationAllowableReuseDuration = set
        #expect(context.touchIDAuthenticationAllowableReuseDuration == counts)
        #expect(session.allowableReuseDuration == counts)
        #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
    }

    @Test func credentials() {
        #expect(context.setCredential(Data("1234".utf8), type: .applicationPassword))
        #expect(context.isCredentialSet(.applicationPassword))
        #expect(!context.isCredentialSet(.smartCardPIN))
        #expect(context.setCredential(nil, type: .applicationPassword))
        #expect(!context.isCredentialSet(.applicationPassword))
    }

    @Test func interaction() {
        context.interactionNotAllowed = true
        #expect(context.interactionNotAllowed)
        #expect(session.interactionNotAllowed)
    }

    @Test func newContextsUseTheBackend() {
        AuthenticationBackends.$current.withValue(FakeBackend(session: session)) {
            #expect(LAContext().session === session)
        }
        #expect(LAContext().session !== session)
    }

    @Test func contextsAreValuesOfDictionaries() {
        let query: [String: Any] = [kSecUseAuthenticationContext as String: context as Any]
        let dictionary = query as CFDictionary
        #expect(dictionary[kSecUseAuthenticationContext] as? LAContext === context)
        #expect(Set([context, context]).count == 1)
        #expect(context != LAContext(session: session))
    }
}
