import AgentProtocol
import Foundation
import KeychainServices

/// Serves the native host of the browsers' extensions (Docs/browser-messages.md).
///
/// The host is one of our own programs and holds nothing; what counts is the browser that has started it, and the key of its profile.
struct BrowserRequests {
    let pairings: BrowserPairings
    let proofs = BrowserProofs()
    let offers: BrowserOffers
    let sessions = BrowserSessions()
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let prompt: MasterPasswordPrompt?
    let questions: Questions
    let checker: PasscodeChecker
    let gatekeeper: any Gatekeeper
    let audit: Auditor?

    /// The bytes of the longest text of a request, other than a page.
    static let longestText = 1 << 10
    static let longestAddress = 8 << 10
    /// The bytes of the longest password that is saved.
    static let longestPassword = 4 << 10

    /// Returns the work of a request.
    ///
    /// - Parameters:
    ///   - secret: a password that is to be saved.
    ///   - subscriber: for the code of a pairing, which is sent before the answer.
    /// - Throws: `.missingEntitlement` for every program but the native host.
    func work(
        for request: WireBrowserRequest, _ secret: UnsafeRawBufferPointer, _ caller: Caller,
        _ subscriber: any Subscriber
    ) throws(KeychainError) -> Work {
        guard vaults != nil, let operation = request.operation else { throw .unknownRequest }
        guard caller.program.isBrowserHost else {
            throw KeychainError(
                .missingEntitlement, "only the native host of the browser extension may request this",
                remedy: "install chatelaine where only root can change it")
        }
        guard secret.count <= Self.longestPassword else { throw .unreadable("a password that is too long") }
        let client = Client(
            id: caller.id, socket: caller.socket, host: caller.program, subscriber: subscriber,
            secret: SecretHolder(copying: secret))
        // All of it may look at files or wait for a person.
        return Work(.ownThread, log: .absent) { [self] _ throws(KeychainError) in answer(operation, client) }
    }

    /// The connection of a host.
    struct Client: Sendable {
        let id: Poller.ID
        let socket: ClientSocket
        let host: Program
        let subscriber: any Subscriber
        /// The second part of the frame.
        let secret: SecretHolder
    }

    func connectionEnded(_ id: Poller.ID) { sessions.connectionEnded(id) }

    private func answer(_ operation: WireBrowserRequest.OneOf_Operation, _ client: Client) -> Answer {
        do {
            return try perform(operation, client)
        } catch let refusal as BrowserRefusal {
            return refuse(refusal, operation, client)
        } catch let error as KeychainError {
            return refuse(BrowserRefusal(error), operation, client)
        } catch {
            return refuse(BrowserRefusal(.failed, "the request failed"), operation, client)
        }
    }

    /// Notes a refusal in the audit log, of the browser if there is a session.
    private func refuse(
        _ refusal: BrowserRefusal, _ operation: WireBrowserRequest.OneOf_Operation, _ client: Client
    ) -> Answer {
        let program = sessions.session(on: client.id)?.browser.program ?? client.host
        audit?.note(
            program, "browser: \(operation.name): \(refusal.code.rawValue)",
            status: KeychainError.Code.notAvailable.rawValue)
        return .message(.browser(refusal.wire))
    }

    private func perform(_ operation: WireBrowserRequest.OneOf_Operation, _ client: Client) throws -> Answer {
        switch operation {
        case .hello(let hello): return try greet(hello, client)
        case .prove(let signature): return try checkProof(signature, client)
        case .pair(let pair): return try askToPair(pair, client)
        case .state: return try .browser(state(of: session(client).pairing))
        case .unlock(let name): return try unlock(name, session(client), client)
        case .matches(let url): return try listMatches(.with { $0.url = url }, session(client))
        case .matchesInFrame(let page): return try listMatches(page, session(client))
        case .read(let read): return try self.read(read, session(client))
        case .search(let search): return try self.search(search, session(client), client)
        case .fill(let deed), .fillInFrame(let deed): return try fill(deed, session(client), client)
        case .oneTimeCode(let deed), .oneTimeCodeInFrame(let deed):
            return try oneTimeCode(deed, session(client), client)
        case .save(let save): return try saveLogin(save, session(client), client)
        case .update(let deed): return try updateLogin(deed, session(client), client)
        case .generate(let generate): return try generatePassword(generate, session(client))
        case .copy(let deed): return try copy(deed, session(client), client)
        case .details(let deed): return try describe(deed, session(client), client)
        case .reveal(let deed): return try reveal(deed, session(client), client)
        case .offer(let offer): return try self.offer(offer, session(client), client)
        case .offers: return try listOffers(session(client))
        case .answer(let answer): return try answerOffer(answer, session(client), client)
        case .never(let never): return try setNever(never, session(client))
        case .nevers: return try listNevers(session(client))
        case .addWebsite(let deed): return try addWebsite(deed, session(client), client)
        case .credentials(let request): return try giveCredentials(request, session(client), client)
        }
    }

    // MARK: - Sessions

    /// A session whose pairing is still there, and whose browser is still the same.
    struct ActiveSession {
        let pairing: BrowserPairing
        let browser: BrowserSessions.Browser
    }

    private func session(_ client: Client) throws -> ActiveSession {
        guard let session = sessions.session(on: client.id) else { throw BrowserRefusal.noSession }
        guard let pairing = try pairings.pairing(session.pairing) else { throw BrowserRefusal.notPaired }
        guard session.browser.isSame else { throw BrowserRefusal.wrongBrowser }
        return ActiveSession(pairing: pairing, browser: session.browser)
    }

    private func greet(_ hello: WireBrowserRequest.Hello, _ client: Client) throws -> Answer {
        guard let pairing = try pairings.pairing(publicKey: hello.publicKey) else { throw BrowserRefusal.notPaired }
        guard pairing.extensionID.utf8.elementsEqual(hello.extension.utf8) else { throw BrowserRefusal.wrongBrowser }
        let challenge = Data(sessions.challenge(client.id, for: pairing))
        return .browser(.with { $0.challenge = challenge })
    }

    private func checkProof(_ signature: Data, _ client: Client) throws -> Answer {
        guard let challenge = sessions.takeChallenge(client.id) else { throw BrowserRefusal.noSession }
        guard let pairing = try pairings.pairing(challenge.pairing) else { throw BrowserRefusal.notPaired }
        guard
            SessionProof.isValid(
                signature, of: challenge.bytes, extensionID: challenge.extensionID, by: pairing.publicKey)
        else {
            throw BrowserRefusal(.wrongSignature, "the signature is not one of the challenge by the profile's key")
        }
        let browser = try browser(of: client)
        guard browser.identity == pairing.browser else { throw BrowserRefusal.wrongBrowser }
        sessions.begin(.init(pairing: pairing.id, browser: browser), on: client.id)
        audit?.note(browser.program, "browser: session")
        return try .browser(state(of: pairing))
    }

    /// Identifies the browser that has started the host.
    func browser(of client: Client) throws -> BrowserSessions.Browser {
        let (program, process) = try gatekeeper.inspectParent(of: client.socket.descriptor, client.host.credentials)
        guard let identity = BrowserPairing.Browser(program) else {
            throw BrowserRefusal(
                .wrongBrowser, "the program that has started the native host cannot be told apart from others",
                remedy: "use a browser that is installed outside of a sandbox")
        }
        return BrowserSessions.Browser(program: program, identity: identity, process: process)
    }

    private func state(of pairing: BrowserPairing) throws -> WireBrowserReply {
        guard let vaults else { throw KeychainError.unknownRequest }
        return .with {
            $0.state = .with { state in
                state.vaults = vaults.names.map { name in
                    .with {
                        $0.name = name
                        $0.isOpen = isOpen(name, pairing)
                    }
                }
                state.proof = pairing.proof.rawValue
                state.version = ProtocolVersion.release
            }
        }
    }

    private func unlock(_ name: String, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let deed = BrowserDeed.listMatches
        guard !isOpen(name, session.pairing) else { return try .browser(state(of: session.pairing)) }
        try askForProof(deed, name, deed.reason(.fill, vault: name, site: "", nil), session, client)
        return try .browser(state(of: session.pairing))
    }

    // MARK: - Proofs

    /// Whether a profile may look into a vault.
    func isOpen(_ name: String, _ pairing: BrowserPairing) -> Bool {
        guard let vault = try? vaults?.vault(name), (try? vault.isUnlocked()) == true else { return false }
        return proofs.isOpen(pairing.id, vault: name, vault.lockEpoch)
    }

    /// Has the user prove who they are, and notes it.
    func askForProof(
        _ deed: BrowserDeed, _ vault: String, _ reason: String, _ session: ActiveSession, _ client: Client
    ) throws {
        guard let prompt else { throw BrowserRefusal.noPrompter }
        let epoch = try prompt.unlock(vault, for: reason, session.browser.program, on: client.socket)
        // It may have been revoked while the user was asked.
        guard try pairings.pairing(session.pairing.id) != nil else { throw BrowserRefusal.notPaired }
        guard session.browser.isSame else { throw BrowserRefusal.wrongBrowser }
        proofs.note(deed, session.pairing.id, vault: vault, since: epoch)
        audit?.note(session.browser.program, "browser: proof: \(deed.rawValue)", group: vault)
    }
}

extension Answer {
    static func browser(_ reply: WireBrowserReply) -> Answer { .message(.browser(reply)) }
}

extension WireBrowserRequest.OneOf_Operation {
    /// The name in the audit log.
    var name: String {
        switch self {
        case .hello: "hello"
        case .prove: "prove"
        case .pair: "pair"
        case .state: "status"
        case .unlock: "unlock"
        case .matches, .matchesInFrame: "matches"
        case .search: "search"
        case .fill, .fillInFrame: "fill"
        case .oneTimeCode, .oneTimeCodeInFrame: "code"
        case .read: "read"
        case .save: "save"
        case .update: "update"
        case .generate: "generate"
        case .copy: "copy"
        case .details: "details"
        case .reveal: "reveal"
        case .offer: "offer"
        case .offers: "offers"
        case .answer: "answer"
        case .never: "never"
        case .nevers: "nevers"
        case .addWebsite: "add-website"
        case .credentials: "credentials"
        }
    }
}
