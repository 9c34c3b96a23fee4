import Foundation
import GtkSupport

/// The page that asks for the password, and the only one until the user has entered it.
@MainActor final class PasswordPage {
    /// The question that the page asks.
    enum Question {
        /// A name and a password, at the first start.
        case credentials
        /// The password of the named user; empty if the name is not known.
        case password(String)
    }

    let page: Widget
    private let interface: Interface
    private let (heading, text, message): (Label, Label, Label)
    private let (cancel, done, remedy): (Button, Button, Button)
    private let name: Entry
    private let secret = SecretField(GtkSupport.text("Password"))
    private let spinner: Spinner
    private let buttons: Widget
    private var question = Question.credentials
    private var nameBefore = ""
    private var ticker: Ticker?
    private var fix: @MainActor () -> Void = {}

    /// - Parameter answered: called with a name and a PIN, neither empty.
    init(answered: @escaping @MainActor (String, Data) -> Void) {
        interface = Interface(PackageResources.door_ui)
        page = interface["page"]
        (heading, text, message) = (interface["heading"], interface["question"], interface["message"])
        (cancel, done, remedy) = (interface["cancel"], interface["done"], interface["remedy"])
        (name, spinner, buttons) = (interface["name"], interface["spinner"], interface["buttons"])
        let (box, gift): (Box, Picture) = (interface["secret"], interface["gift"])
        box.append(secret)
        gift.show(PlaceholderPicture.pixels)
        let answer: @MainActor () -> Void = { [weak self] in
            guard let self, let (name, pin) = self.answer() else { return }
            answered(name, pin)
        }
        done.onClick(answer)
        secret.onReturn(answer)
        name.onReturn { [weak self] in self?.secret.focus() }
        name.onChange { [weak self] in self?.suggestCapital() }
        cancel.onClick { [weak self] in self?.askAgain() }
        remedy.onClick { [weak self] in self?.fix() }
    }

    // MARK: - Asking

    /// Asks a question, with empty fields.
    func ask(_ question: Question) {
        self.question = question
        switch question {
        case .credentials:
            show(GtkSupport.text("Setup Credentials"), GtkSupport.text("Secure your Christmas list!"))
        case .password(let name):
            show(
                GtkSupport.text("Enter Password"),
                name.isEmpty
                    ? GtkSupport.text("What is the password?")
                    : GtkSupport.text("What is {name}'s password?", ["name": name]))
        }
        name.isVisible = question.asksForName
        secret.isVisible = true
        buttons.isVisible = true
        remedy.isVisible = false
        clear()
        isBusy = false
        say(nil)
        focus()
    }

    /// Asks once more, and shows the reason.
    func askAgain(because reason: String) {
        secret.clear()
        isBusy = false
        say(reason, isError: true)
        focus()
    }

    /// Accepts no password for some seconds, and shows the wait.
    func wait(_ seconds: TimeInterval) {
        let end = Date(timeIntervalSinceNow: seconds)
        secret.clear()
        isBusy = false
        done.isEnabled = false
        ticker = Ticker(milliseconds: 1000) { [weak self] in
            if self?.sayWait(until: end) != true { self?.ticker = nil }
        }
        _ = sayWait(until: end)
    }

    /// Shows an error that has to be solved first, with a button for the solution.
    func stop(_ title: String, _ reason: String, _ button: String, _ fix: @escaping @MainActor () -> Void) {
        show(title, reason)
        self.fix = fix
        clear()
        isBusy = false
        for widget in [Widget(name), Widget(secret), buttons] { widget.isVisible = false }
        remedy.label = button
        remedy.isVisible = true
        say(nil)
        remedy.focus()
    }

    /// Whether an answer is being checked.
    var isBusy: Bool {
        get { spinner.isSpinning }
        set {
            spinner.isSpinning = newValue
            // The fields stay enabled: a disabled field loses the focus and does not get it back.
            for button in [done, cancel] { button.isEnabled = !newValue }
            if newValue { say(nil) }
        }
    }

    /// Removes the typed text.
    func clear() {
        ticker = nil
        name.text = ""
        secret.clear()
    }

    // MARK: - Answers

    private func answer() -> (String, Data)? {
        guard !isBusy, done.isEnabled else { return nil }
        let name = name.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !question.asksForName || !name.isEmpty else {
            say(GtkSupport.text("Enter your name."), isError: true)
            self.name.focus()
            return nil
        }
        guard !secret.isEmpty else {
            say(GtkSupport.text("Enter a password."), isError: true)
            secret.focus()
            return nil
        }
        let pin = secret.copy()
        isBusy = true
        return (name, pin)
    }

    private func askAgain() {
        guard done.isEnabled else { return secret.clear() }
        ask(question)
        say(GtkSupport.text("The list stays closed without the password."))
    }

    /// Capitalises the first letter of a name, once: the user can change it back.
    private func suggestCapital() {
        let (before, now) = (nameBefore, name.text)
        nameBefore = now
        guard before.isEmpty, now.count == 1, now != now.uppercased() else { return }
        nameBefore = now.uppercased()
        name.text = nameBefore
        name.moveToEnd()
    }

    private func sayWait(until end: Date) -> Bool {
        let seconds = Int(end.timeIntervalSinceNow.rounded(.up))
        guard seconds > 0 else {
            done.isEnabled = true
            say(nil)
            focus()
            return false
        }
        say(
            GtkSupport.text("Too many wrong passwords. Try again in {time}.", ["time": Self.words(seconds)]),
            isError: true)
        return true
    }

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case ..<2: GtkSupport.text("1 second")
        case ..<120: GtkSupport.text("{number} seconds", ["number": "\(seconds)"])
        case ..<7_200: GtkSupport.text("{number} minutes", ["number": "\((seconds + 59) / 60)"])
        default: GtkSupport.text("{number} hours", ["number": "\((seconds + 3_599) / 3_600)"])
        }
    }

    // MARK: - Display

    private func show(_ title: String, _ words: String) {
        ticker = nil
        (heading.text, text.text) = (title, words)
        let dialog: Widget = interface["dialog"]
        dialog.setAccessibleName(title)
    }

    private func say(_ words: String?, isError: Bool = false) {
        message.text = words ?? ""
        message.isVisible = words != nil
        message.setClass("error", isError)
    }

    private func focus() {
        if question.asksForName, name.text.isEmpty { name.focus() } else { secret.focus() }
    }
}

extension PasswordPage.Question {
    var asksForName: Bool { if case .credentials = self { true } else { false } }
}
