import GtkSupport
import LoginSheet
import PasswordVault
import Secrets

/// The page that asks for a master password.
@MainActor final class UnlockView: SheetView {
    private let interface = Interface(PackageResources.unlock_ui)
    private let post: @MainActor (SheetEvent) -> Void
    private let field = SecretField(text("Master password"))
    private let vaults: Choice
    private let reason: Label
    private let unlock: Button
    private let finger: Button
    private let back: Button
    private var waitsForFinger = false
    private var page: UnlockPage?

    var widget: Widget { interface["page"] }
    /// Whether the user can go back from this page to a list.
    var canGoBack: Bool { page?.reason == .another || page?.reason == .otherSites }

    init(_ post: @escaping @MainActor (SheetEvent) -> Void) {
        self.post = post
        (vaults, reason) = (interface["vaults"], interface["reason"])
        (unlock, finger, back) = (interface["unlock"], interface["finger"], interface["back"])
        let place: Box = interface["password-place"]
        place.append(field)
        field.onChange { [weak self] in self?.unlock.isEnabled = self?.field.isEmpty == false }
        field.onReturn { [weak self] in self?.send() }
        unlock.onClick { [weak self] in self?.send() }
        finger.onClick { [weak self] in self?.showFinger() }
        vaults.onChange { [weak self] in self?.offerFinger() }
        back.onClick { post(.back) }
    }

    /// - Parameter waitsForFinger: whether the reader waits for a finger.
    func show(_ page: UnlockPage, _ texts: SheetTexts, waitsForFinger: Bool) {
        self.waitsForFinger = waitsForFinger
        defer { offerFinger() }
        guard !waitsForFinger else { return reason.text = text("Touch the fingerprint reader.") }
        let isNew = self.page != page || page.message != nil
        self.page = page
        reason.text = words(for: page.reason, texts)
        vaults.show(page.vaults.map(\.name))
        vaults.isVisible = page.vaults.count > 1
        back.isVisible = canGoBack
        unlock.isEnabled = !field.isEmpty
        if isNew { field.clear() }
        field.focus()
    }

    private func words(for reason: UnlockPage.Reason, _ texts: SheetTexts) -> String {
        switch reason {
        case .locked: texts.line(.passwordForLocked)
        case .lockedMeanwhile: texts.line(.passwordForLockedMeanwhile)
        case .firstRequest, .everyRequest: text("Enter the master password to confirm your identity.")
        case .another: text("Enter the master password of the vault to open it.")
        case .otherSites: text("Enter the master password to see logins of other sites.")
        }
    }

    private var chosen: UnlockPage.Choice? {
        guard let page, page.vaults.indices.contains(vaults.chosen ?? 0) else { return nil }
        return page.vaults[vaults.chosen ?? 0]
    }

    private func offerFinger() {
        finger.isVisible = chosen?.takesFinger == true
        finger.label = waitsForFinger ? text("Do Not Use Fingerprint") : text("Use Fingerprint")
    }

    private func showFinger() {
        guard let chosen else { return }
        post(waitsForFinger ? .leaveFinger : .showFinger(vault: chosen.name, FingerprintStop()))
    }

    private func send() {
        guard !field.isEmpty, let chosen else { return }
        let password = Secret(field.withUTF8 { SecretBytes(copying: $0) })
        post(.authenticate(password, vault: chosen.name))
    }

    func clear() { field.clear() }
}
