import Authentication
import KeychainServices

/// The means by which people authenticate, and the records of that.
final class AuthenticationEnvironment: Sendable {
    let equipment: AuthenticationEquipment
    /// The check that replaces the keychain's own passcode.
    let accountCheck: (any PasscodeCheck)?
    /// The check that a program's owner is there, in place of the passcode.
    let ownerCheck: (@Sendable (Program) -> any OwnerCheck)?
    let questions: Questions
    let checker: PasscodeChecker
    let queues: WorkQueues
    let admissions: Admissions
    let fingers: FingerUnlocks
    let audit: Auditor?

    init(
        _ equipment: AuthenticationEquipment, _ authenticators: Authenticators, questions: Questions,
        checker: PasscodeChecker, queues: WorkQueues, admissions: Admissions, fingers: FingerUnlocks, audit: Auditor?
    ) {
        self.equipment = equipment
        (accountCheck, ownerCheck) = (authenticators.account, authenticators.owner)
        (self.questions, self.checker, self.queues) = (questions, checker, queues)
        (self.admissions, self.fingers, self.audit) = (admissions, fingers, audit)
    }
}
