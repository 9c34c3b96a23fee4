import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The user's keychains, and the one that is shown.
@MainActor final class KeychainSession {
    /// What can be seen of the keychain that is shown.
    enum State: Equatable {
        case loading
        case open
        /// Its password has to be entered.
        case locked
        /// It is unlocked, but the agent shows the items of all programs only after the passcode.
        case unproven
        /// There is no file at its path.
        case missing
        /// Has the message for the user.
        case problem(String)
    }

    /// A keychain in the list.
    struct Row: Equatable {
        let path: String
        let isDevice: Bool
        let isLocked: Bool
        let hasPassword: Bool
        let exists: Bool
        /// Whether it answers this program at all.
        let isReachable: Bool
    }

    private(set) var rows: [Row] = []
    private(set) var state = State.loading
    /// The items of the keychain that is shown, in the order of their titles.
    private(set) var entries: [ListedItem] = []
    /// The number of items that are not among ``entries``: they are for secured programs.
    private(set) var hidden = 0
    /// Called after each change.
    var onChange: @MainActor () -> Void = {}

    let owner = OwnerKeychains()
    let thread = KeychainThread()
    private var keychains: [OwnerKeychain] = []
    private(set) var shown: OwnerKeychain?
    private var loads = 0
    private var watch: Task<Void, Never>?
    /// Until when a password that was entered counts as the proof for showing secrets, by the paths of keychains.
    private var proofs: [String: ContinuousClock.Instant] = [:]
    /// For how long: long enough to look at a few items one after another.
    private static let proofLasts = Duration.seconds(60)

    var row: Row? { rows.first { $0.path == shown?.path } }

    /// Looks up the keychains and reads the one that is shown, which is that of the device at first.
    func reload() async {
        loads += 1
        let this = loads
        // An empty keychain that is shown stays on the screen, with the form that may be open.
        if entries.isEmpty, state != .open { set(.loading) }
        do {
            let owner = owner
            let (keychains, rows) = try await thread.run { try Self.look(owner) }
            guard this == loads else { return }
            (self.keychains, self.rows) = (keychains, rows)
            shown = keychains.first { $0.path == shown?.path } ?? keychains.first
        } catch { return show([], .problem(ErrorText.message(error))) }
        await readItems(this)
    }

    private nonisolated static func look(_ owner: OwnerKeychains) throws -> ([OwnerKeychain], [Row]) {
        let keychains = try owner.all()
        return (
            keychains,
            keychains.map { keychain in
                let isLocked = try? keychain.isLocked()
                return Row(
                    path: keychain.path, isDevice: keychain.isDevice, isLocked: isLocked ?? true,
                    hasPassword: (try? keychain.hasPassword()) ?? true, exists: keychain.exists,
                    isReachable: isLocked != nil)
            }
        )
    }

    private func readItems(_ this: Int) async {
        guard let shown else { return show([], .missing) }
        guard shown.exists else { return show([], .missing) }
        do {
            let (entries, hidden) = try await thread.run { try EntryReader.read(shown) }
            guard this == loads else { return }
            self.hidden = hidden
            show(entries, .open)
        } catch {
            guard this == loads else { return }
            show([], Self.state(of: error, row))
        }
        follow(shown)
    }

    private static func state(of error: any Error, _ row: Row?) -> State {
        switch (error as? KeychainError)?.code {
        case .interactionNotAllowed: .locked
        // The agent has accepted this program, and gives it no group before the passcode was shown.
        case .missingEntitlement where row?.isReachable == true: row?.isLocked == true ? .locked : .unproven
        case .noSuchKeychain: .missing
        default: .problem(ErrorText.message(error))
        }
    }

    private func show(_ entries: [ListedItem], _ state: State) {
        if state != .open { hidden = 0 }
        self.entries = entries
        self.state = state
        onChange()
    }

    private func set(_ state: State) {
        self.state = state
        onChange()
    }

    /// Reads again when something changes, by this program or another.
    private func follow(_ keychain: OwnerKeychain) {
        guard watch == nil, keychain.isDevice else { return }
        watch = Task { [weak self] in
            for await _ in keychain.keychain.changes() {
                guard let self, !Task.isCancelled else { return }
                await reload()
            }
            self?.watch = nil
        }
    }

    // MARK: - Keychains

    /// Shows another keychain.
    func choose(_ path: String) {
        guard path != shown?.path, let keychain = keychains.first(where: { $0.path == path }) else { return }
        shown = keychain
        (entries, hidden) = ([], 0)
        set(.loading)
        Task { await reload() }
    }

    func keychain(at path: String) -> OwnerKeychain? { keychains.first { $0.path == path } }

    /// Unlocks a keychain, or proves that the user is there.
    func open(_ keychain: OwnerKeychain, _ password: TypedSecret) async throws {
        try await thread.run { try keychain.open(with: password.bytes) }
        proofs[keychain.path] = .now + Self.proofLasts
    }

    func lock(_ keychain: OwnerKeychain) async throws {
        proofs[keychain.path] = nil
        try await thread.run { try keychain.lock() }
        await reload()
    }

    /// Whether a secret of the keychain that is shown may be shown without asking for its password now.
    func isProven(_ keychain: OwnerKeychain) -> Bool {
        guard rows.first(where: { $0.path == keychain.path })?.hasPassword != false else { return true }
        return proofs[keychain.path].map { $0 > .now } ?? false
    }

    /// Runs an operation on a keychain, on a thread of its own.
    func perform<Value: Sendable>(
        _ keychain: OwnerKeychain, _ body: @escaping @Sendable (Keychain) throws -> Value
    ) async throws -> Value {
        try await thread.run { try body(keychain.keychain) }
    }
}
