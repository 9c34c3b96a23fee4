import Foundation
import GtkSupport
import PasswordVault

/// A row with the present one-time code and its remaining time.
@MainActor final class CodeRow {
    let view = Box(vertical: true, spacing: 4)
    private let code = Label(wraps: false)
    private let ring = CountdownRing(text("Seconds left"))
    private let secret: Secret
    private var ticker: Ticker?

    /// - Parameter use: makes a code that depends on a counter, which uses it up.
    init(_ label: String, _ secret: Secret, _ context: WindowContext, use: @escaping @MainActor () -> Void) {
        self.secret = secret
        let name = Label(hint: label.startingUppercase)
        code.setClass("code")
        let texts = Box(vertical: true, spacing: 2)
        texts.setExpands(horizontally: true)
        texts.append(name)
        texts.append(code)
        let row = Box(spacing: 8)
        row.append(texts)
        view.append(row)
        view.setMargins(vertical: 8, horizontal: 12)
        switch CodeState(secret, at: Date()) {
        case .timed: showTimed(row, label, context)
        case .counted:
            code.text = text("Depends on a counter")
            code.setClass("code", false)
            let button = Button(text("Next Code"))
            button.setAlignment(vertical: .center)
            button.onClick(use)
            row.append(button)
        case .unreadable:
            code.text = text("Not a valid one-time code")
            code.setClass("code", false)
        }
    }

    private func showTimed(_ row: Box, _ label: String, _ context: WindowContext) {
        row.append(ring.view)
        let copy = Button(icon: "edit-copy-symbolic", text("Copy {name}", ["name": label]))
        copy.setClass("flat")
        copy.setAlignment(vertical: .center)
        copy.onClick { [secret, context] in
            guard case .timed(let code, _, _) = CodeState(secret, at: Date()) else { return }
            context.copy(Secret(code), text("One-time code"))
        }
        row.append(copy)
        if !SystemClock.isReliable {
            let warning = Label(
                text("This computer's clock may be off: codes may be refused. Turn on automatic date and time."))
            warning.setClass("warning")
            warning.setClass("caption")
            view.append(warning)
        }
        // The label's closure keeps this object alive as long as the row, and stops the ticker when the row is no longer shown.
        code.on("unrealize") { [self] in ticker = nil }
        ticker = Ticker(milliseconds: 500) { [weak self] in self?.update() }
        update()
    }

    private func update() {
        guard case .timed(let now, let seconds, let period) = CodeState(secret, at: Date()) else { return }
        let shown = CodeState.grouped(now)
        if code.text != shown { code.text = shown }
        ring.show(Double(seconds) / Double(period), text("Valid for {seconds} seconds", ["seconds": "\(seconds)"]))
    }
}
