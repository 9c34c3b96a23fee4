import AgentProtocol
import KeychainServices

/// The table of requests and their handlers.
struct RequestDispatcher {
    let items: ItemRequests
    let fileKeys: FileKeyRequests
    let privateKeys: PrivateKeyRequests
    let keychain: KeychainRequests
    let portableKeys: PortableKeyRequests
    let passcodes: PasscodeRequests
    let authentication: AuthenticationRequests
    let vaults: VaultRequests
    let sheets: SheetRequests
    let browsers: BrowserRequests
    let consent: ConsentRequests
    let policy: PolicyRequests
    let reservations: ReservationRequests
    let migration: MigrationRequests
    let status: StatusRequests

    /// Understands a request, and takes over the secrets that came with it.
    ///
    /// - Parameters:
    ///   - secret: the second part of the frame; gone when this returns.
    ///   - subscriber: made for requests that are answered again and again.
    /// - Returns: the work that the request takes; `nil` if there is nothing to do before more comes, or nothing to answer yet.
    func work(
        for request: WireRequest, _ secret: UnsafeRawBufferPointer, _ caller: Caller,
        _ subscriber: @autoclosure () -> any Subscriber
    ) throws(KeychainError) -> Work? {
        guard let body = request.body else { throw .unknownRequest }
        switch body {
        case .add(let add): return try items.addItem(add, secret, for: caller)
        case .addBatch(let batch): return try items.beginBatch(batch, request.id, for: caller)
        case .addItem(let part): return try items.addToBatch(part, request.id, secret, for: caller)
        case .search(let search): return try items.searchItems(search, for: caller)
        case .update(let update): return try items.updateItems(update, secret, for: caller)
        case .delete(let delete): return try items.deleteItems(delete, for: caller)
        case .wrapFileKey(let wrap): return try fileKeys.wrapKey(wrap, secret, for: caller)
        case .unwrapFileKey(let wrapped): return try fileKeys.unwrapKey(wrapped, for: caller)
        case .useKey(let use): return try privateKeys.useKey(use, secret, for: caller)
        case .makeKey(let make): return try privateKeys.makeKey(make, secret, for: caller)
        case .reserveGroup(let reserve): return try reservations.reserveGroup(reserve, for: caller)
        case .portableKey(let request): return try portableKeys.work(for: request, secret, caller)
        case .lock: return keychain.lockKeychain()
        case .lockState: return keychain.showLockState(to: caller)
        case .status: return keychain.showStatus(to: caller)
        case .countNeedingPasscode: return keychain.countItemsThatNeedPasscode(for: caller)
        case .makeRecoveryKey: return try keychain.makeRecoveryKey(secret, for: caller)
        case .watch: return keychain.watchChanges(for: caller, subscriber())
        case .agentStatus: return status.showAgentStatus(to: caller)
        case .passcode(let passcode): return try passcodes.work(for: passcode, secret, caller)
        case .beginContext: return try authentication.beginContext(for: caller)
        case .contextPassword(let password):
            return try authentication.setApplicationPassword(password, secret, for: caller)
        case .evaluate(let evaluate): return try authentication.evaluatePolicy(evaluate, for: caller)
        case .biometry: return authentication.showBiometry(to: caller)
        case .vault(let vault): return try vaults.work(for: vault, secret, caller)
        case .passwordManager(let login): return try sheets.showSheet(login, secret, for: caller)
        case .takeSheet(let id): return try sheets.takeSheet(id, for: caller)
        case .endSheet(let end): return try sheets.endSheet(end, secret, for: caller)
        case .browser(let request): return try browsers.work(for: request, secret, caller, subscriber())
        case .browserPairings(let request): return try browsers.work(for: request, caller)
        case .prompter(let prompter): return try consent.startPrompter(prompter, for: caller, subscriber())
        case .questions: return try consent.listQuestions(for: caller)
        case .answer(let answer): return try consent.answerQuestion(answer, secret, for: caller)
        case .policyChange(let change): return try policy.changePolicy(change, for: caller)
        case .policyListing: return try policy.listPolicy(for: caller)
        case .readLog(let read): return try policy.readLog(read, for: caller)
        case .beginArrival(let begin): return try migration.beginMove(begin, for: caller)
        case .arrivingFile(let part): return try migration.receiveFile(part, secret, for: caller)
        case .finishArrival: return try migration.finishMove(for: caller)
        }
    }

    /// Makes handlers forget their state of a connection that has ended.
    func connectionEnded(_ id: Poller.ID) {
        migration.connectionEnded(id)
        consent.connectionEnded(id)
        authentication.connectionEnded(id)
        vaults.connectionEnded(id)
        browsers.connectionEnded(id)
    }

    /// Ends the requests that wait for people; the agent ends.
    func end() {
        authentication.end()
        sheets.end()
    }
}
