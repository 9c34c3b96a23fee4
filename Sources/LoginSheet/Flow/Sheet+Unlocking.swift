import KeychainServices
import PasswordVault

/// Access of the sheet to vaults, and the authentication that it requires first.
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
                .notAvailable, "there is no vault yet; create one with: chatelaine vault create")
        }
        try proceed()
    }

    /// Returns whether a vault is unlocked. A damaged vault counts as locked, so that it does not hide the others.
    private func isUnlocked(_ vault: any VaultService) throws(KeychainError) -> Bool {
        do throws(KeychainError) { return try vault.isUnlocked() } catch {
            guard error.code != .notAvailable else { throw error }
            return false
        }
    }

    /// Returns the vaults whose items may be shown: in a terminal, only those that were unlocked for this request.
    func openVaults() throws(KeychainError) -> [any VaultService] {
        guard let checked else { return [] }
        if checked.request.isFirstRequestForSite, !isUserAuthenticated { return [] }
        var open: [any VaultService] = []
        for vault in vaults where try isUnlocked(vault) {
            if checked.request.environment == .window || authenticated.contains(vault.name) { open.append(vault) }
        }
        return open
    }

    /// Whether the user has authenticated for this sheet.
    var isUserAuthenticated: Bool { !authenticated.isEmpty }

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
                    name: vault.name, isUnlocked: try isUnlocked(vault), takesFinger: acceptsFingerprint(vault)))
        }
        page = .unlock(UnlockPage(reason: reason, vaults: choices))
    }

    mutating func unlock(_ name: String, _ password: Secret) throws(KeychainError) {
        let vault = try vault(named: name)
        try vault.unlock(password.copy())
        authenticated.insert(name)
        try proceed()
    }

    /// Returns whether a fingerprint can replace the master password. It cannot in a terminal, which belongs to the
    /// program that runs in it.
    private func acceptsFingerprint(_ vault: any VaultService) -> Bool {
        guard checked?.request.environment == .window, let vault = vault as? any FingerprintVault else { return false }
        return (try? vault.fingerprintUnlock()) == .ready
    }

    mutating func unlockByFingerprint(
        _ name: String, _ reason: UnlockPage.Reason, _ stop: FingerprintStop
    ) throws(KeychainError) {
        let vault = try vault(named: name)
        guard acceptsFingerprint(vault), let vault = vault as? any FingerprintVault else { return }
        do throws(KeychainError) { try vault.unlockByFingerprint(stop) } catch {
            guard error.code != .userCanceled else { return }
            // After too many fingerprints that did not match, the agent requires the master password.
            try askForPassword(reason)
            throw error
        }
        authenticated.insert(name)
        try proceed()
    }

    /// Shows the next page, or asks for a master password first.
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

    // MARK: - Locking

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

    /// Asks for a master password again. Typed text is kept.
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
