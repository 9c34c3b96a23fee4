import Foundation
import KeychainServices
import Secrets
import Synchronization

@testable import LoginSheet
@testable import PasswordVault

/// Vaults in a directory that goes with it, and a program that asks for what is in them.
final class SheetSample: Sendable {
    static let now = Date(timeIntervalSince1970: 1_700_000_000)
    static let caller = SheetCaller(
        name: "TouchMeIn", path: "/opt/touch/TouchMeIn", strength: "system", processID: 4711,
        identifiers: ["com.example.TouchMeIn"])

    private let root: KeychainRoot
    let vaults: FragileDirectory

    init(_ names: String...) throws {
        root = KeychainRoot(path: NSTemporaryDirectory() + "sheet-tests-" + UUID().uuidString)
        vaults = FragileDirectory(VaultDirectory(root: root, passwordCost: .cheapForTests) { Self.now })
        for name in names.isEmpty ? ["personal"] : names {
            _ = try vaults.createVault(name, password: Self.bytes("master " + name), derivation: .argon2id)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root.path) }

    static func bytes(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    func vault(_ name: String = "personal") throws -> any VaultService { try vaults.vaultService(named: name) }

    func lock(_ name: String = "personal") throws { try vault(name).lock() }

    /// Stores a login, and says how a list names it.
    @discardableResult
    func add(
        _ title: String, _ username: String = "maria", _ password: String = "pa55",
        website: String = "https://bank.example", rule: String = "domain", vault: String = "personal",
        change: (inout VaultItem) -> Void = { _ in }
    ) throws -> RowID {
        var item = VaultItem(.login, title: title)
        item["username"] = .text(username)
        item["password"] = .secret(Secret(password))
        item.websites = [SavedWebsite(website, rule: rule)]
        change(&item)
        return RowID(vault: vault, item: try self.vault(vault).save(item).id)
    }

    func logins(_ vault: String = "personal") throws -> [VaultItem] {
        let vault = try self.vault(vault)
        return try vault.overviews(VaultFilter(kind: .login), limit: .max).map { try vault.item($0.id) }
    }

    /// A request in a window, unless it is changed.
    func sheet(
        _ operation: SheetRequest.Operation, _ url: String = "https://bank.example/login",
        change: (inout SheetRequest) -> Void = { _ in }
    ) -> Sheet {
        var request = SheetRequest(operation, url: url, caller: Self.caller, environment: .window)
        change(&request)
        return Sheet(request, vaults: vaults) { Self.now }
    }

    /// A request in a terminal.
    func terminalSheet(
        _ operation: SheetRequest.Operation, _ url: String = "https://bank.example/login",
        change: (inout SheetRequest) -> Void = { _ in }
    ) -> Sheet {
        sheet(operation, url) { request in
            request.environment = .terminal
            change(&request)
        }
    }
}

extension SheetEvent {
    /// Enters the master password of the vault “personal”.
    static let rightPassword = SheetEvent.authenticate(Secret("master personal"), vault: "personal")
    /// Begins to wait for a finger for it.
    static var finger: SheetEvent { .showFinger(vault: "personal", FingerprintStop()) }
}

extension Sheet {
    /// The same after some events.
    func after(_ events: SheetEvent...) -> Sheet {
        var sheet = self
        events.forEach { sheet.handle($0) }
        return sheet
    }

    func unlocked(_ vault: String = "personal") -> Sheet {
        after(.authenticate(Secret("master " + vault), vault: vault))
    }

    var unlockPage: UnlockPage? { if case .unlock(let page) = page { page } else { nil } }
    var list: ListPage? { if case .list(let page) = page { page } else { nil } }
    var editor: EditorPage? { if case .editor(let page) = page { page } else { nil } }
    var titles: [String]? { list?.rows.map(\.title) }
    var login: LoginResult? { if case .login(let login)? = outcome { login } else { nil } }
    var failure: SheetFailure? { if case .failed(let failure)? = outcome { failure } else { nil } }
    var isCancelled: Bool { if case .cancelled? = outcome { true } else { false } }

    /// By the name of a page, for tables.
    var pageName: String {
        switch page {
        case .managers: "managers"
        case .unlock: "unlock"
        case .list: "list"
        case .editor: "editor"
        case .finished: "finished"
        }
    }
}
