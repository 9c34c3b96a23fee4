import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import WebsiteMatching

/// The password manager's sheet without anything to look at: one request of a program, from the first page to the last.
///
/// A value that events change. It does nothing by itself: nothing waits, nothing happens later, time and randomness come in from
/// outside. Vaults are read and written while an event is handled, which takes as long as that takes: deriving a key, half a second; a finger, until somebody shows one.
/// Specified in: Docs/login-sheet.md.
public struct Sheet: Sendable {
    /// What stands above every page.
    public let heading: SheetHeading
    /// What is shown.
    public internal(set) var page: SheetPage

    /// Nil if the request makes no sense; then there is nothing but the last page.
    let checked: CheckedRequest?
    let directory: any VaultDirectoryService
    let matcher: WebsiteMatcher
    let generator: PasswordGenerator
    let clock: @Sendable () -> Date
    /// All vaults of the user, by name.
    var vaults: [any VaultService] = []
    /// Those whose master passwords were entered here, or for which a finger was shown.
    var authenticated: Set<String> = []
    /// What is shown when a vault is unlocked.
    var resumption = Resumption.start

    /// The password manager that somebody has chosen here, for good; nil: nobody was asked or has said.
    public internal(set) var chosenManager: String?

    /// The logins that belong to the site, while a new one is made.
    var siteLogins: [SheetRow] = []

    /// Where the flow goes on.
    enum Resumption: Sendable {
        case start
        case list(ListPage.Scope)
        case editor(LoginDraft)
    }

    /// - Parameters:
    ///   - request: what a program asks for.
    ///   - vaults: where logins are.
    ///   - matcher: says which belong to the site.
    ///   - generator: makes passwords.
    ///   - clock: what one-time codes are computed for.
    public init(
        _ request: SheetRequest, vaults: any VaultDirectoryService, matcher: WebsiteMatcher = WebsiteMatcher(),
        generator: PasswordGenerator = PasswordGenerator(), clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        directory = vaults
        (self.matcher, self.generator, self.clock) = (matcher, generator, clock)
        do throws(SheetFailure) {
            let checked = try CheckedRequest(request)
            self.checked = checked
            heading = SheetHeading(request, checked.address)
            // Replaced at once.
            page = .finished(FinishedPage(outcome: .abandoned, title: nil))
        } catch {
            checked = nil
            heading = SheetHeading(request, nil)
            page = .finished(FinishedPage(outcome: .failed(error), title: nil))
            return
        }
        attempt { sheet throws(KeychainError) in try sheet.begin() }
    }

    /// How it ended; nil: it has not.
    public var outcome: SheetOutcome? {
        guard case .finished(let finished) = page else { return nil }
        return finished.outcome
    }

    /// Goes on with what has happened. After the end nothing happens any more.
    public mutating func handle(_ event: SheetEvent) {
        guard let checked, outcome == nil else { return }
        switch event {
        case .cancel: finish(.cancelled)
        case .callerGone: finish(.abandoned)
        default: attempt { sheet throws(KeychainError) in try sheet.perform(event, checked) }
        }
    }

    private mutating func perform(_ event: SheetEvent, _ checked: CheckedRequest) throws(KeychainError) {
        switch (event, page) {
        case (.chooseManager(let name), .managers(let managers)) where managers.contains { $0.name == name }:
            try chooseManager(name)
        case (.vaultLocked(let name), _): try vaultWasLocked(name)
        case (.authenticate(let password, let vault), .unlock): try unlock(vault, password)
        case (.showFinger(let vault, let stop), .unlock(let unlock)): try showFinger(vault, unlock.reason, stop)
        case (.back, .unlock(let unlock)) where unlock.reason == .another: try proceed()
        case (.back, .unlock(let unlock)) where unlock.reason == .otherSites:
            resumption = .list(.matches)
            try proceed()
        case (.unlockAnother, .list(let list)) where list.hasOtherVaults:
            resumption = .list(list.scope)
            try askForPassword(.another)
        case (.showMatches, .list): try list(.matches, checked)
        case (.showAll, .list(let list)) where list.canShowAll: try look(.all, checked)
        case (.search(let text), .list(let list)) where list.canShowAll: try search(text, checked)
        case (.pick(let id), .list(let list)) where list.rows.contains { $0.id == id }: try pick(id, checked)
        case (.newLogin, .list(let list)) where list.canMakeNew: try editNew(checked)
        case (_, .editor(let editor)): try perform(event, in: editor, checked)
        default: break
        }
    }

    // MARK: - Ends

    mutating func finish(_ outcome: SheetOutcome, title: String? = nil) {
        page = .finished(FinishedPage(outcome: outcome, title: title))
        // Nothing typed outlives the sheet.
        resumption = .start
        siteLogins = []
    }

    /// Runs a step; an error becomes what the person can do about it.
    mutating func attempt(_ step: (inout Sheet) throws(KeychainError) -> Void) {
        do throws(KeychainError) { try step(&self) } catch { recover(from: error) }
    }

    private mutating func recover(from error: KeychainError) {
        switch error.code {
        case .notAvailable: finish(.failed(.unreachable(error.reason)))
        case .interactionNotAllowed:
            // Between two events the vault was locked, and nobody has said so yet. Once, so that this comes to an end.
            do throws(KeychainError) { try lockedMeanwhile() } catch { finish(.failed(.unreachable(error.reason))) }
        default: show(error)
        }
    }

    /// What went wrong, on the page that is shown; where there is none yet there is nothing to go on with.
    private mutating func show(_ error: KeychainError) {
        let message = ([error.reason] + [error.remedy].compactMap { $0 }).joined(separator: "; ")
        switch page {
        case .managers: finish(.failed(.unreachable(error.reason)))
        case .unlock(var unlock):
            unlock.message = message
            page = .unlock(unlock)
        case .list(var list):
            list.message = message
            page = .list(list)
        case .editor(var editor):
            editor.message = message
            page = .editor(editor)
        case .finished: finish(.failed(.unreachable(error.reason)))
        }
    }
}
