import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// What is done with vaults.
///
/// The command line does everything. Any other program may only look and edit, once a person has allowed it for the vault; an app that
/// wants one login has the extension API.
extension AgentServer {
    func prepare(
        _ request: WireVaultRequest, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) throws(KeychainError) -> Work {
        guard let vaults, let operation = request.operation else { throw .unknownRequest }
        let target = VaultTarget(vaults, request.vault, session.program, sheets)
        // Before anything is kept of what the program has sent.
        let question = try checkAccess(to: target, operation, session.program)
        var work = try prepare(operation, target, secret, session, connection)
        work.group = request.vault
        work.asksFor = question
        return work
    }

    /// - Returns: what a person has to be asked about first, or nil.
    private func checkAccess(
        to vault: VaultTarget, _ operation: WireVaultRequest.OneOf_Operation, _ program: Program
    ) throws(KeychainError) -> String? {
        guard !program.servesVaults else {
            if operation.takesGrant { try vault.requireGrant() }
            return nil
        }
        guard operation.isForEveryProgram else { throw .onlyTheCommandLine }
        let group = Self.vaultPrefix + vault.name
        let access = policy?.document.answeredAccess(of: program.subject, to: group, session: program.session)
        guard access != .deny else {
            throw KeychainError(.missingEntitlement, "the program may not use the vault “\(vault.name)”")
        }
        guard access == .ask else { return nil }
        // A yes that takes nothing every program can give itself: by the command line.
        guard try needsPasscode() else { throw .nobodyCanAllow(vault.name) }
        return group
    }

    /// With the name of a vault: by which answers about it are kept, and questions name it. No program gets such an access group.
    static let vaultPrefix = "vault:"

    /// A vault of the agent's, by name.
    struct VaultTarget: Sendable {
        let vaults: VaultKeeper
        let name: String
        let program: Program
        private let sheets: SheetQueue

        init(_ vaults: VaultKeeper, _ name: String, _ program: Program, _ sheets: SheetQueue) {
            self.vaults = vaults
            self.name = name
            self.program = program
            self.sheets = sheets
        }

        func callAsFunction() throws(KeychainError) -> Vault { try vaults.vault(name) }

        /// What others than our own programs get they get by a person's answer.
        ///
        /// A window that shows a sheet needs no master password while a vault is unlocked: it gives a program what was saved for a
        /// site that this program has had before, and for all else it asks who is there (Docs/decisions/0036).
        var isGranted: Bool { !program.servesVaults || vaults.isGranted(name, to: program) || showsSheet }

        /// Only our own windows tell the person for what a finger is wanted.
        var mayBeUnlockedByFinger: Bool {
            showsSheet || program.role == .vaultWindow && program.subject.strength == .system
        }

        /// Whether it is the window that shows a sheet now, and nobody but root could have changed it.
        private var showsSheet: Bool {
            program.role == .sheetWindow && program.isPresenter && sheets.isShown(by: program)
        }

        /// What a finger does now, in those windows.
        var fingerUnlock: WireVaultReply.State.FingerUnlock {
            guard program.servesVaults, vaults.fingers.isAllowed(name) else { return .notAllowed }
            return vaults.fingers.isReady(name) ? .ready : .needsPassword
        }

        func requireGrant() throws(KeychainError) {
            guard !isGranted else { return }
            throw KeychainError(
                .interactionNotAllowed, "the vault “\(name)” takes its master password here",
                remedy: "unlock it in this terminal: chatelaine vault unlock")
        }
    }

    private func prepare(
        _ operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer,
        _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Work {
        switch operation {
        case .names, .deleted, .state, .search, .count, .tags, .item: try prepareReading(operation, vault)
        case .create, .unlock, .changePassword, .makeRecoveryKey, .recover, .lock, .fingerUnlock:
            try preparePassword(operation, vault, secret)
        case .unlockByFinger: try prepareFinger(vault, connection)
        case .attach(let attach): try prepare(attach, vault, secret, connection)
        case .attachment(let attachment): try prepare(attachment, vault)
        case .save, .duplicate, .mark, .emptyTrash, .move: try prepareChange(operation, vault, secret)
        case .rename, .delete, .undelete: try prepareNaming(operation, vault, session)
        }
    }

    // MARK: - Reading

    /// In bytes: what a frame of overviews has.
    private static let partSize = 512 << 10

    private func prepareReading(
        _ operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget
    ) throws(KeychainError) -> Work {
        let name = "vault: \(operation.name)"
        switch operation {
        case .names: return Work(nil, .here) { _ throws(KeychainError) in .names(vault.vaults.names) }
        case .deleted:
            return Work(nil, .here) { _ throws(KeychainError) in
                let copies = vault.vaults.deleted.map { copy in
                    WireVaultReply.Deleted.Copy.with {
                        ($0.name, $0.date) = (copy.name, Int64(copy.deleted.timeIntervalSince1970))
                    }
                }
                return .message(.vault(.with { $0.deleted = .with { $0.copies = copies } }))
            }
        case .tags: return Work(nil, .here) { _ throws(KeychainError) in .names(try vault().tags()) }
        case .count: return Work(nil, .here) { _ throws(KeychainError) in .count(try vault().count()) }
        case .state:
            return Work(nil, .here) { _ throws(KeychainError) in
                let (isUnlocked, password) = try (vault().isUnlocked(), vault().passwordDerivation())
                let isGranted = vault.isGranted
                let state = WireVaultReply.State.with {
                    $0.isUnlocked = isUnlocked && isGranted
                    $0.derivation = password.derivation.rawValue
                    $0.passes = password.passes
                    $0.memory = UInt64(clamping: password.memory ?? 0)
                    $0.fingerUnlock = vault.fingerUnlock
                }
                return .message(.vault(.with { $0.state = state }))
            }
        case .search(let search):
            let filter = try VaultFilter(search.filter)
            let limit = search.limit == 0 ? Int.max : Int(clamping: search.limit)
            let site = try WebsiteHint(search)
            return Work(name, .here) { _ throws(KeychainError) in
                let parts = try vault().encodedSearch(
                    search.text, filter, site: site, limit: limit, partSize: Self.partSize)
                return .parts(.vault(.with { $0.overviews = .init() }), parts)
            }
        case .item(let id):
            let id = try UUID(wire: id)
            return Work(name, .here) { _ throws(KeychainError) in try .vaultItems([vault().item(id)]) }
        default: throw .unknownRequest
        }
    }

    // MARK: - Passwords

    private func preparePassword(
        _ operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let name = "vault: \(operation.name)"
        guard secret.count <= 2 * Self.longestPasscode else { throw .unreadable("a password that is too long") }
        let password = SecretHolder(SecretBytes(copying: secret))
        switch operation {
        case .create(let create):
            let derivation = try VaultPassword.Derivation(wire: create.derivation)
            return Work(name, .passcodes) { [self] _ throws(KeychainError) in
                try vault.vaults.create(vault.name, password: password.secret, derivation: derivation)
                try vault.vaults.fingers.allow(vault.name, false)
                vault.vaults.grant(vault.name, to: vault.program)
                autoLock.start()
                return .done
            }
        case .unlock(let unlock):
            return Work(name, .passcodes) { [self] _ throws(KeychainError) in
                try vault.vaults.trying(vault.name) { (vault) throws(KeychainError) in
                    try vault.unlock(password.secret)
                }
                vault.vaults.keepForFinger(vault.name)
                vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: unlock.forProcessAlone)
                autoLock.start()
                return .done
            }
        case .lock:
            return Work(name, .here) { [sheets] _ throws(KeychainError) in
                try vault.vaults.lock(vault.name)
                sheets.noteLock()
                return .done
            }
        case .changePassword(let change): return try prepare(change, vault, secret)
        case .recover(let recover): return try prepare(recover, vault, secret)
        case .fingerUnlock(let change): return try prepare(change, vault, secret)
        case .makeRecoveryKey:
            return Work(name, .passcodes) { _ throws(KeychainError) in
                .secret(SecretHolder(try vault().makeRecoveryKey()))
            }
        default: throw .unknownRequest
        }
    }

    private func prepare(
        _ change: WireVaultRequest.ChangePassword, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let (old, new) = try SecretHolder.two(in: secret, firstLength: change.firstLength, "passwords")
        let derivation = try VaultPassword.Derivation(wire: change.derivation)
        let compromised = change.compromised
        return Work("vault: change-password", .passcodes) { _ throws(KeychainError) in
            try vault.vaults.trying(vault.name) { (vault) throws(KeychainError) in
                try vault.changePassword(
                    from: old.secret, to: new.secret, derivation: derivation, compromised: compromised)
            }
            vault.vaults.keepForFinger(vault.name)
            return .done
        }
    }

    private func prepare(
        _ recover: WireVaultRequest.Recover, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let (key, password) = try SecretHolder.two(in: secret, firstLength: recover.firstLength, "passwords")
        let derivation = try VaultPassword.Derivation(wire: recover.derivation)
        return Work("vault: recover", .passcodes) { [sheets] _ throws(KeychainError) in
            try vault.vaults.recover(
                vault.name, recoveryKey: key.secret, newPassword: password.secret, derivation: derivation)
            sheets.noteLock()
            return .done
        }
    }

    // MARK: - Changing

    private func prepareChange(
        _ operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let name = "vault: \(operation.name)"
        switch operation {
        case .save(let save):
            let items = try ItemList.decode(secret)
            guard save.adds || items.count == 1 else { throw .unreadable("not one item") }
            return Work(name, .changes) { _ throws(KeychainError) in
                if save.adds { return try .vaultItems(vault().add(contentsOf: items)) }
                return try .vaultItems(items.map { (item) throws(KeychainError) in try vault().save(item) })
            }
        case .duplicate(let duplicate):
            let id = try UUID(wire: duplicate.id)
            return Work(name, .changes) { _ throws(KeychainError) in
                try .vaultItems([vault().duplicate(id, title: duplicate.title)])
            }
        case .mark(let mark):
            let id = try UUID(wire: mark.id)
            return Work("\(name) \(mark.change)", .changes) { _ throws(KeychainError) in
                switch mark.change {
                case .archive: try vault().archive(id)
                case .unarchive: try vault().archive(id, false)
                case .trash: try vault().trash(id)
                case .restore: try vault().restore(id)
                case .purge: try vault().purge(id)
                case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown change of an item")
                }
                return .done
            }
        case .emptyTrash: return Work(name, .changes) { _ throws(KeychainError) in .count(try vault().emptyTrash()) }
        case .move(let move):
            let id = try UUID(wire: move.id)
            let other = VaultTarget(vault.vaults, move.to, vault.program, sheets)
            return Work(name, .changes) { _ throws(KeychainError) in
                try other.requireGrant()
                try vault().move(id, to: vault.vaults.vault(move.to))
                return .done
            }
        default: throw .unknownRequest
        }
    }

    // MARK: - Names

    private func prepareNaming(
        _ operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget, _ session: Connection.Session
    ) throws(KeychainError) -> Work {
        let name = "vault: \(operation.name)"
        switch operation {
        case .rename(let rename):
            return Work(name, .passcodes) { [self] _ throws(KeychainError) in
                try vault.vaults.rename(vault.name, to: rename.to) { () throws(KeychainError) in
                    try forgetAnswers(aboutVaults: [vault.name, rename.to])
                }
                sheets.noteLock()
                return .done
            }
        case .delete(let delete):
            // A copy can be brought back. What cannot takes the master password, or the passcode where the former is forgotten.
            if !delete.keepsCopy,
                try !gatekeeper.isTrusted(session.program, hasShownPasscode: session.hasShownPasscode)
            {
                try vault.requireGrant()
            }
            return Work(name, .passcodes) { [self] _ throws(KeychainError) in
                try forgetAnswers(aboutVaults: [vault.name])
                try vault.vaults.delete(vault.name, keepingCopy: delete.keepsCopy)
                sheets.noteLock()
                return .done
            }
        case .undelete:
            return Work(name, .passcodes) { [self] _ throws(KeychainError) in
                try forgetAnswers(aboutVaults: [vault.name])
                try vault.vaults.undelete(vault.name)
                return .done
            }
        default: throw .unknownRequest
        }
    }

    /// Programs were allowed to use a vault by its name: with another vault under that name they have to ask again.
    private func forgetAnswers(aboutVaults names: [String]) throws(KeychainError) {
        let groups = Set(names.map { Self.vaultPrefix + $0 })
        try policy?.change { (document) throws(PolicyError) in document.forgetAnswers(about: groups) }
    }

    // MARK: - Attachments

    private func prepare(
        _ attach: WireVaultRequest.Attach, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer,
        _ connection: Connection
    ) throws(KeychainError) -> Work {
        let id = try UUID(wire: attach.id)
        guard attach.isLast else {
            try vault.vaults.add(secret, of: connection.id)
            return Work(nil, .here) { _ throws(KeychainError) in .done }
        }
        let content = vault.vaults.takeParts(of: connection.id)
        return Work("vault: attach", .changes) { _ throws(KeychainError) in
            var rest = content
            try vault().attach(to: id, name: attach.name, mediaType: attach.mediaType) { count in
                defer { rest = rest.dropFirst(count) }
                return rest.prefix(count)
            }
            return try .vaultItems([vault().item(id)])
        }
    }

    private func prepare(
        _ attachment: WireVaultRequest.Attachment, _ vault: VaultTarget
    ) throws(KeychainError) -> Work {
        let (id, attachmentID) = (try UUID(wire: attachment.id), try UUID(wire: attachment.attachment))
        guard attachment.removes else {
            return Work("vault: read-attachment", .here) { _ throws(KeychainError) in
                let chunk = try vault().chunk(Int(attachment.chunk), ofAttachment: attachmentID, of: id)
                return .parts(.done(.init()), [chunk])
            }
        }
        return Work("vault: remove-attachment", .changes) { _ throws(KeychainError) in
            try vault().removeAttachment(attachmentID, of: id)
            return .done
        }
    }
}

extension WireVaultRequest.OneOf_Operation {
    /// Whether the command line may do it only where the master password was entered.
    fileprivate var takesGrant: Bool {
        switch self {
        case .names, .create, .unlock, .lock, .state, .changePassword, .recover, .unlockByFinger, .fingerUnlock: false
        // Without a copy it takes a grant or the passcode.
        case .delete, .undelete, .deleted: false
        default: true
        }
    }

    /// Whether a program that a person has allowed may do it, and not the command line alone.
    fileprivate var isForEveryProgram: Bool {
        switch self {
        case .state, .search, .count, .tags, .item, .save, .duplicate, .mark, .attach, .attachment, .lock: true
        case .names, .create, .unlock, .emptyTrash, .move, .changePassword, .makeRecoveryKey, .recover: false
        case .unlockByFinger, .fingerUnlock, .rename, .delete, .undelete, .deleted: false
        }
    }
}

extension KeychainError {
    fileprivate static func nobodyCanAllow(_ vault: String) -> KeychainError {
        KeychainError(
            .missingEntitlement,
            "while the keychain has no passcode nobody can allow a program to use the vault “\(vault)”",
            remedy: "set one: chatelaine passcode set")
    }
}

extension Answer {
    fileprivate static func names(_ names: [String]) -> Answer {
        .message(.vault(.with { $0.names = .with { $0.names = names } }))
    }

    fileprivate static func vaultItems(_ items: [VaultItem]) throws(KeychainError) -> Answer {
        .parts(.vault(.with { $0.items = .init() }), [try ItemList.encode(items)])
    }
}

extension VaultFilter {
    fileprivate init(_ wire: WireVaultFilter) throws(KeychainError) {
        guard wire.place.isEmpty || Place(rawValue: wire.place) != nil else {
            throw .unreadable("an unknown place of items")
        }
        self.init(
            place: Place(rawValue: wire.place), kind: wire.kind == 0 ? nil : .numbered(wire.kind),
            tag: wire.hasTag ? wire.tag : nil, onlyFavourites: wire.onlyFavourites)
    }
}

extension WebsiteHint {
    /// Nil if the search is for no site.
    fileprivate init?(_ search: WireVaultRequest.Search) throws(KeychainError) {
        guard search.hasSite else { return nil }
        guard search.site.names.count <= Self.mostNames, search.site.openRules.count <= Self.mostNames else {
            throw .unreadable("a site of too many names")
        }
        self.init(names: search.site.names, openRules: search.site.openRules)
    }
}

extension VaultPassword.Derivation {
    fileprivate init(wire: String) throws(KeychainError) {
        guard let derivation = Self(rawValue: wire) else { throw .unreadable("an unknown way to derive a key") }
        self = derivation
    }
}

extension UUID {
    fileprivate init(wire bytes: Data) throws(KeychainError) {
        guard let id = UUID(bytes: bytes) else { throw .unreadable("an id that is none") }
        self = id
    }
}
