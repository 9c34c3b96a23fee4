import KeychainServices
import PasswordVault

/// Which vaults the sheet may look into, and what somebody has to show first.
extension Sheet {
    mutating func begin() throws(KeychainError) {
        let managers = checked?.request.managers ?? []
        guard managers.count > 1 else { return try openDirectory() }
        page = .managers(managers)
    }

    mutating func chooseManager(_ name: String) throws(KeychainError) {
        chosenManager = name
        guard name == PasswordManagerChoice.ownName else { return finish(.otherManager(name)) }
        try openDirectory()
    }

    private mutating func openDirectory() throws(KeychainError) {
        for name in try directory.vaultNames() { vaults.append(try directory.vaultService(named: name)) }
        guard !vaults.isEmpty else {
            throw KeychainError(
                .notAvailable, "there is no vault yet; make one with: chatelaine vault create")
        }
        try proceed()
    }

    /// Whether a vault's items can be read. One that is damaged hides no other.
    private func isUnlocked(_ vault: any VaultService) throws(KeychainError) -> Bool {
        do throws(KeychainError) { return try vault.isUnlocked() } catch {
            guard error.code != .notAvailable else { throw error }
            return false
        }
    }

    /// The vaults whose items may be shown: in a terminal those that were unlocked for this very request.
    func openVaults() throws(KeychainError) -> [any VaultService] {
        guard let checked else { return [] }
        if checked.request.isFirstRequestForSite, !isPersonThere { return [] }
        var open: [any VaultService] = []
        for vault in vaults where try isUnlocked(vault) {
            if checked.request.environment == .window || authenticated.contains(vault.name) { open.append(vault) }
        }
        return open
    }

    /// Whether somebody has shown for this very sheet that they are there.
    var isPersonThere: Bool { !authenticated.isEmpty }

    func vault(named name: String) throws(KeychainError) -> any VaultService {
        guard let vault = vaults.first(where: { $0.name == name }) else {
            throw KeychainError(.noSuchKeychain, "there is no vault “\(name)”")
        }
        return vault
    }

    mutating func askForPassword(_ reason: UnlockPage.Reason) throws(KeychainError) {
        var choices: [UnlockPage.Choice] = []
        let open = reason == .another ? Set(try openVaults().map(\.name)) : []
        for vault in vaults where !open.contains(vault.name) {
            choices.append(
                UnlockPage.Choice(
                    name: vault.name, isUnlocked: try isUnlocked(vault), takesFinger: takesFinger(vault)))
        }
        page = .unlock(UnlockPage(reason: reason, vaults: choices))
    }

    mutating func unlock(_ name: String, _ password: Secret) throws(KeychainError) {
        let vault = try vault(named: name)
        try vault.unlock(password.copy())
        authenticated.insert(name)
        try proceed()
    }

    /// Whether a finger would do in place of the master password. A terminal belongs to the program that owns it.
    private func takesFinger(_ vault: any VaultService) -> Bool {
        guard checked?.request.environment == .window, let vault = vault as? any FingerprintVault else { return false }
        return (try? vault.fingerprintUnlock()) == .ready
    }

    mutating func showFinger(
        _ name: String, _ reason: UnlockPage.Reason, _ stop: FingerprintStop
    ) throws(KeychainError) {
        let vault = try vault(named: name)
        guard takesFinger(vault), let vault = vault as? any FingerprintVault else { return }
        do throws(KeychainError) { try vault.unlockByFingerprint(stop) } catch {
            guard error.code != .userCanceled else { return }
            // One wrong finger too many, and the master password comes first.
            try askForPassword(reason)
            throw error
        }
        authenticated.insert(name)
        try proceed()
    }

    /// Shows what comes next, or asks for a master password first.
    mutating func proceed() throws(KeychainError) {
        guard let checked else { return }
        guard try !openVaults().isEmpty else { return try askForPassword(reasonToAsk(checked.request)) }
        switch resumption {
        case .start: try start(checked)
        case .list(let scope): try list(scope, checked)
        case .editor(let draft): try resume(draft, checked)
        }
    }

    private func reasonToAsk(_ request: SheetRequest) -> UnlockPage.Reason {
        if request.isFirstRequestForSite { return .firstRequest }
        return request.environment == .terminal ? .everyRequest : .locked
    }

    private mutating func start(_ checked: CheckedRequest) throws(KeychainError) {
        switch checked.request.operation {
        case .find, .fill: try list(.matches, checked)
        case .store: try editNew(checked)
        case .change: try startChange(checked)
        }
    }

    // MARK: - Locked meanwhile

    mutating func vaultWasLocked(_ name: String?) throws(KeychainError) {
        if let name { authenticated.remove(name) } else { authenticated = [] }
        switch page {
        case .managers: break
        case .unlock(let unlock): try askForPassword(unlock.reason)
        case .editor(let editor) where name == nil || editor.draft.vault == name: try lockedMeanwhile()
        case .list where name == nil: try lockedMeanwhile()
        case .list(let list):
            guard try !openVaults().isEmpty, let checked else { return try lockedMeanwhile() }
            try self.list(list.scope, checked)
        case .editor, .finished: break
        }
    }

    /// Back to where a master password is asked for. What was typed waits for it.
    mutating func lockedMeanwhile() throws(KeychainError) {
        switch page {
        case .list(let list): resumption = .list(list.scope)
        case .editor(let editor): resumption = .editor(editor.draft)
        case .managers, .unlock, .finished: break
        }
        siteLogins = []
        var locked: Set<String> = []
        for vault in vaults where try !isUnlocked(vault) { locked.insert(vault.name) }
        authenticated.subtract(locked)
        try askForPassword(.lockedMeanwhile)
    }
}
