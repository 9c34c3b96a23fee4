import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// Serves the programs that ask a person for a login, and the programs that show the sheets (Docs/password-manager-feature.md).
struct SheetRequests {
    let sheets: SheetQueue
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let policy: PolicyKeeper?
    let records: AgentRecords?

    // MARK: - Asking

    /// Returns the work that shows a sheet and waits for its outcome.
    func showSheet(
        _ request: WirePasswordManagerRequest, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        guard vaults != nil else { throw .unknownRequest }
        try request.check(secret)
        let request = try SharedCredentialRequests(vaults: vaults, policy: policy).resolve(request, of: caller.program)
        let received = SheetQueue.ReceivedRequest(caller.program, request, SecretBytes(copying: secret))
        let descriptor = caller.socket.descriptor
        return Work(.ownThread, log: .named("password-manager: \(request.operation)")) {
            [sheets] _ throws(KeychainError) in
            let outcome = sheets.show(received, on: descriptor)
            // A refusal is a reply, and no error: ``Answer/status`` has it for the audit log.
            return .parts(.passwordManager(outcome.message), [outcome.secret.wiped])
        }
    }

    /// Ends all sheets; the agent ends.
    func end() { sheets.endAll() }

    // MARK: - Showing

    /// Returns the work that gives a sheet to the program that shows it.
    func takeSheet(_ id: UInt64, for caller: Caller) throws(KeychainError) -> Work {
        try caller.session.requirePresenter()
        let presenter = caller.program
        return Work(.immediate) { [sheets, policy, records, socket = caller.socket] _ throws(KeychainError) in
            let request = try sheets.take(id, by: socket.id, of: presenter)
            if socket.hasEnded { sheets.removeConnection(socket.id) }
            let program = request.program
            let answer = WireSheetTask.with {
                $0.request = request.message
                $0.subject = program.wire
                $0.pid = UInt32(bitPattern: program.credentials.pid)
                $0.identifiers = policy?.document.identifiers(of: program.subject) ?? []
                $0.knownSites = KnownSites(of: program, in: records)?.sites ?? []
                $0.terminal = program.terminal?.device ?? 0
            }
            return .parts(.sheetTask(answer), [request.secret.wiped])
        }
    }

    /// Returns the work that hands on the outcome of a sheet.
    func endSheet(
        _ end: WireSheetEnd, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        try caller.session.requirePresenter()
        let connection = caller.id
        let request = try sheets.request(end.id, takenBy: connection)
        guard end.reply.answers(request.message, secret), end.site.utf8.count <= PasswordManagerLimits.url else {
            // There will be no other outcome: the program waits no longer.
            try sheets.end(end.id, takenBy: connection, .invalid)
            throw .unreadable("another answer than the program waits for")
        }
        let outcome = SheetQueue.Outcome(end.reply, SecretBytes(copying: secret))
        return Work(.writes) { [sheets, records] _ throws(KeychainError) in
            // If it cannot be written down the next time is the first once more.
            if outcome.message.isGiven, !end.site.isEmpty {
                try? KnownSites(of: request.program, in: records)?.add(end.site)
            }
            try sheets.end(end.id, takenBy: connection, outcome)
            return .done
        }
    }
}

extension WirePasswordManagerRequest {
    /// - Throws: `.parameter` for a request that Docs/password-manager-feature.md does not allow.
    fileprivate func check(_ secret: UnsafeRawBufferPointer) throws(KeychainError) {
        _ = try details.secrets(in: secret)
        let isPlain = [parentWindow, activationToken].allSatisfy { text in
            text.utf8.count <= PasswordManagerLimits.handle && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        }
        guard (1...PasswordManagerLimits.url).contains(url.utf8.count), isPlain,
            generator.forbiddenCharacters.utf8.count <= PasswordManagerLimits.text,
            alternatives.count <= PasswordManagerLimits.alternatives,
            alternatives.allSatisfy({ max($0.name.utf8.count, $0.title.utf8.count) <= PasswordManagerLimits.handle })
        else { throw .unreadable("a request with longer texts than there may be, or without an address") }
        switch operation {
        case .find, .store, .change: break
        case .fill:
            guard (1...PasswordManagerLimits.page).contains(page.model.count) else {
                throw .unreadable("a page that is empty or too large")
            }
        case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown operation")
        }
    }
}

extension WirePasswordManagerReply {
    /// Whether it is one that the program can make something of.
    ///
    /// - Parameter secret: the second part of its frame.
    fileprivate func answers(_ request: WirePasswordManagerRequest, _ secret: UnsafeRawBufferPointer) -> Bool {
        switch outcome {
        case .login(let login): request.operation != .fill && (try? login.secrets(in: secret)) != nil
        case .fillPlan: request.operation == .fill && secret.count <= PasswordManagerLimits.page
        case .refusal(let refusal):
            refusal.knownCode != nil && refusal.reason.utf8.count <= WirePasswordManagerReply.Refusal.mostBytesOfReason
                && secret.isEmpty
        case .otherManager(let name): request.alternatives.contains { $0.name == name } && secret.isEmpty
        case nil: false
        }
    }
}

extension SheetQueue.Outcome {
    /// The outcome of a sheet whose answer does not fit the request.
    fileprivate static var invalid: SheetQueue.Outcome {
        .refusal(.unreadableAnswer, "the answer does not fit the request")
    }
}

extension SecretBytes {
    /// A copy that is sent, and wiped when the last reference to it goes.
    fileprivate var wiped: Data { withUnsafeBytes { Data(wipedWhenFreed: $0) } }
}
