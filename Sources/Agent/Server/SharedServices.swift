import Authentication
import KeychainServices
import PasswordVault

/// The objects that several handlers of requests share.
struct SharedServices {
    /// The keychain, with all access groups.
    let service: any KeychainService
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    /// `nil` if the agent keeps nothing of its own.
    let records: AgentRecords?
    let audit: Auditor?
    let seen: SeenPrograms
    let queues: WorkQueues
    let logs: LogMover
    let questions = Questions()
    let sheets = SheetQueue()
    let move = MoveState()
    let admissions: Admissions
    let autoLock: AutoLock
    let keychainLock: KeychainLock
    let unlockedKeychains: UnlockedKeychains
    let checker: PasscodeChecker
    let consent: PersonConsent
    let equipment: AuthenticationEquipment
    let fingers: FingerUnlocks
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let offers = BrowserOffers()
    let authentications: ProgramAuthentications
    let confirmation: OwnerConfirmation

    init(
        _ configuration: AgentServer.Configuration, service: any KeychainService, gatekeeper: any Gatekeeper,
        policy: PolicyKeeper?, records: AgentRecords?, vaults directory: VaultDirectory?,
        authenticators: Authenticators, audit: Auditor?
    ) throws(KeychainError) {
        (self.service, self.policy, self.records, self.audit) = (service, policy, records, audit)
        seen = (gatekeeper as? PolicyGatekeeper)?.seen ?? SeenPrograms()
        let equipment = try authenticators.equipment(records)
        let fingers = FingerUnlocks(records, equipment, tpm: configuration.tpm, clocks: configuration.clocks)
        let vaults = directory.map { [offers] in
            VaultKeeper($0, records, fingers: fingers, clocks: configuration.clocks) { offers.wipe() }
        }
        (self.equipment, self.fingers, self.vaults) = (equipment, fingers, vaults)
        admissions = Admissions(gatekeeper, service)
        autoLock = try AutoLock(interval: configuration.autoLock &* configuration.second)
        let isUnlocked: @Sendable () -> Bool = {
            // An error that hides the state must not keep it from being locked.
            (try? service.lockState()) == .unlocked || vaults?.hasUnlocked ?? false
        }
        keychainLock = KeychainLock(service, admissions, autoLock, isUnlocked: isUnlocked) { [sheets] in
            vaults?.lockAll()
            sheets.noteLock()
            equipment.attempts.forgetMatches()
        }
        unlockedKeychains = try UnlockedKeychains()
        let attempts: PasscodeAttempts? =
            if let records { try PasscodeAttempts(records, clocks: configuration.clocks) } else { nil }
        checker = PasscodeChecker(service, attempts, audit, keychainLock)
        queues = WorkQueues { attempts?.isProven($0) ?? false }
        logs = try LogMover((service as? LocalKeychain)?.root, second: configuration.second, queue: queues.writes)
        confirmation = OwnerConfirmation(
            questions: questions, ownerCheck: authenticators.owner, move: move, audit: audit)
        consent = PersonConsent(
            questions: questions, policy: policy, checker: checker, seen: seen, admissions: admissions, audit: audit)
        let environment = AuthenticationEnvironment(
            equipment, authenticators, questions: questions, checker: checker, queues: queues, admissions: admissions,
            fingers: fingers, audit: audit)
        authentications = ProgramAuthentications(environment: environment, contexts: ProgramContexts())
    }
}

extension RequestDispatcher {
    /// Builds each handler with the few objects that it needs.
    ///
    /// - Parameter stop: ends the agent.
    init(
        _ shared: SharedServices, _ status: StatusRequests, arrival: Arrival?, stop: @escaping @Sendable () -> Void
    ) {
        let access = GroupAccessPolicy(service: shared.service, policy: shared.policy)
        items = ItemRequests(access: access, authentications: shared.authentications)
        fileKeys = FileKeyRequests(access: access)
        privateKeys = PrivateKeyRequests(access: access, authentications: shared.authentications)
        keychain = KeychainRequests(
            admissions: shared.admissions, keychainLock: shared.keychainLock, checker: shared.checker,
            confirmation: shared.confirmation, queues: shared.queues)
        portableKeys = PortableKeyRequests(
            unlocked: shared.unlockedKeychains, seen: shared.seen, policy: shared.policy)
        passcodes = PasscodeRequests(
            checker: shared.checker, admissions: shared.admissions, autoLock: shared.autoLock,
            confirmation: shared.confirmation, queues: shared.queues)
        authentication = AuthenticationRequests(shared.service, shared.authentications)
        vaults = VaultRequests(
            vaults: shared.vaults, sheets: shared.sheets,
            access: VaultAccess(policy: shared.policy, checker: shared.checker),
            passwords: VaultPasswordRequests(sheets: shared.sheets, autoLock: shared.autoLock),
            items: VaultItemRequests(), attachments: AttachmentRequests(),
            arrivals: ArrivalRequests(queues: shared.queues),
            fingers: FingerRequests(
                equipment: shared.equipment, fingers: shared.fingers, checker: shared.checker, queues: shared.queues,
                autoLock: shared.autoLock),
            vaultNames: VaultNameRequests(
                sheets: shared.sheets, policy: shared.policy, gatekeeper: shared.admissions.gatekeeper))
        sheets = SheetRequests(
            sheets: shared.sheets, vaults: shared.vaults, policy: shared.policy, records: shared.records)
        let prompt = shared.vaults.map { vaults in
            MasterPasswordPrompt(
                vaults: vaults, equipment: shared.equipment, fingers: shared.fingers, questions: shared.questions,
                checker: shared.checker, queues: shared.queues, autoLock: shared.autoLock)
        }
        browsers = BrowserRequests(
            pairings: BrowserPairings(shared.records), offers: shared.offers, vaults: shared.vaults, prompt: prompt,
            questions: shared.questions, checker: shared.checker, gatekeeper: shared.admissions.gatekeeper,
            audit: shared.audit)
        consent = ConsentRequests(questions: shared.questions, sheets: shared.sheets, checker: shared.checker)
        policy = PolicyRequests(
            policy: shared.policy, seen: shared.seen, admissions: shared.admissions, vaults: shared.vaults,
            audit: shared.audit)
        // The system service alone takes keychains over.
        reservations = ReservationRequests(
            policy: shared.policy, admissions: shared.admissions, isSystemService: arrival != nil)
        migration = MigrationRequests(
            arrival: arrival, move: shared.move, service: shared.service, policy: shared.policy,
            gatekeeper: shared.admissions.gatekeeper, queues: shared.queues, confirmation: shared.confirmation,
            stop: stop)
        self.status = status
    }
}
