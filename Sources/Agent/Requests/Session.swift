import AccessPolicy
import AgentProtocol
import KeychainServices

/// The rights that an accepted program is served with.
struct Session {
    var program: Program
    /// The access groups that the program asked for.
    let wanted: [String]
    /// The grant of the token that the program has presented, if any.
    let token: TokenGrant?
    /// The keychain as the program may read it.
    var keychain: any KeychainService
    /// The keychain as the program may change it.
    var writableKeychain: any KeychainService
    /// The state of policy and lock by which the program was admitted (``Admissions/isCurrent(_:)``).
    var decision = 0
    /// The number of reservations of groups by which the program was admitted.
    var reservations = 0
    /// The number of locks before the passcode was shown.
    var lock = 0
    /// Whether the program has sent the right passcode since the last lock.
    var hasShownPasscode = false
    /// The proof of that passcode for items that require the passcode.
    var shownPasscode: ShownPasscode?

    /// - Throws: `.missingEntitlement` for every program but the command line of this agent.
    func requireCommandLine() throws(KeychainError) {
        guard program.isCommandLine else { throw .onlyTheCommandLine }
    }

    /// - Throws: `.missingEntitlement` for every program but the installed ones that show questions and sheets.
    func requirePresenter() throws(KeychainError) {
        guard program.isPresenter else {
            throw KeychainError(
                .missingEntitlement, "what the agent asks is shown by the installed programs of chatelaine only",
                remedy: "install chatelaine where only root can change it")
        }
    }

    /// Requires the command line, with the passcode entered if there is one.
    ///
    /// - Parameter orWindow: whether the window of the keychains may do it as well.
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first.
    func requireTrust(of gatekeeper: any Gatekeeper, orWindow: Bool = false) throws(KeychainError) {
        if !(orWindow && program.showsEverything) { try requireCommandLine() }
        guard try gatekeeper.isTrusted(program, hasShownPasscode: hasShownPasscode) else {
            throw KeychainError(
                .interactionNotAllowed, "this takes the passcode",
                remedy: "enter it on a terminal, or as the first line of input with --passcode-stdin")
        }
    }
}
