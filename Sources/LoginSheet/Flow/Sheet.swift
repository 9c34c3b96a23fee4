import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import WebsiteMatching

/// The state of the password manager's sheet, without its presentation: one request of a program, from the first page to the last.
///
/// It is a value that events change. It does nothing by itself: there are no waits and timers, and time and randomness are inputs. Vaults
/// are read and written while an event is handled, which may take long: half a second to derive a key, or until the user touches the
/// fingerprint reader.
/// Specified in: Docs/login-sheet.md.
public struct Sheet: Sendable {
    /// The heading of every page.
    public let heading: SheetHeading
    /// The current page.
    public internal(set) var page: SheetPage

    /// The validated request; `nil` if it was invalid, in which case the sheet only has the last page.
    let checked: CheckedRequest?
    let directory: any VaultDirectoryService
    let matcher: WebsiteMatcher
    let generator: PasswordGenerator
    let clock: @Sendable () -> Date
    /// All vaults of the user, sorted by name.
    var vaults: [any VaultService] = []
    /// The names of vaults that the user has unlocked in this sheet, by master password or fingerprint.
    var authenticated: Set<String> = []
    /// The page that is shown after a vault is unlocked.
    var resumption = Resumption.start

    /// The password manager that the user has chosen permanently in this sheet; `nil` if the sheet did not ask or the user did not answer.
    public internal(set) var chosenManager: String?

    /// The logins that match the site, while a new one is made.
    var siteLogins: [SheetRow] = []

    /// The page with which the flow continues.
    enum Resumption: Sendable {
        case start
        case list(ListPage.Scope)
        case editor(LoginDraft)
    }

    /// Starts a sheet.
    ///
    /// - Parameters:
    ///   - request: the program's request.
    ///   - vaults: the user's vaults.
    ///   - matcher: decides which logins match the site.
    ///   - generator: generates passwords.
    ///   - clock: the clock for one-time codes.
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
            // A placeholder, which is replaced below.
            page = .finished(FinishedPage(outcome: .abandoned, title: nil))
        } catch {
            checked = nil
            heading = SheetHeading(request, nil)
            page = .finished(FinishedPage(outcome: .failed(error), title: nil))
            return
        }
        attempt { sheet throws(KeychainError) in try sheet.begin() }
    }

    /// The outcome of the sheet; `nil` while it is open.
    public var outcome: SheetOutcome? {
        guard case .finished(let finished) = page else { return nil }
        return finished.outcome
    }

    /// Handles an event. After the end, events are ignored.
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
        case (.showFinger(let vault, let stop), .unlock(let unlock)):
            try unlockByFingerprint(vault, unlock.reason, stop)
        case (.back, .unlock(let unlock)) where unlock.reason == .another: try proceed()
        case (.back, .unlock(let unlock)) where unlock.reason == .otherSites:
            resumption = .list(.matches)
            try proceed()
        case (.unlockAnother, .list(let list)) where list.hasOtherVaults:
            resumption = .list(list.scope)
            try askForPassword(.another)
        case (.showMatches, .list): try list(.matches, checked)
        case (.showAll, .list(let list)) where list.canShowAll: try listAfterAuthentication(.all, checked)
        case (.search(let text), .list(let list)) where list.canShowAll: try search(text, checked)
        case (.pick(let id), .list(let list)) where list.rows.contains { $0.id == id }: try pick(id, checked)
        case (.newLogin, .list(let list)) where list.canMakeNew: try editNew(checked)
        case (_, .editor(let editor)): try perform(event, in: editor, checked)
        default: break
        }
    }

    // MARK: - End and errors

    mutating func finish(_ outcome: SheetOutcome, title: String? = nil) {
        page = .finished(FinishedPage(outcome: outcome, title: title))
        // Typed text must not outlive the sheet.
        resumption = .start
        siteLogins = []
    }

    /// Runs a step; an error is shown on the page or ends the sheet.
    mutating func attempt(_ step: (inout Sheet) throws(KeychainError) -> Void) {
        do throws(KeychainError) { try step(&self) } catch { recover(from: error) }
    }

    private mutating func recover(from error: KeychainError) {
        switch error.code {
        case .notAvailable: finish(.failed(.unreachable(error.reason)))
        case .interactionNotAllowed:
            // The vault was locked between two events, and its event has not arrived yet. This is tried once, so that it cannot loop.
            do throws(KeychainError) { try lockedMeanwhile() } catch { finish(.failed(.unreachable(error.reason))) }
        default: show(error)
        }
    }

    /// Shows an error on the current page. If no page is shown yet, the sheet fails.
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
