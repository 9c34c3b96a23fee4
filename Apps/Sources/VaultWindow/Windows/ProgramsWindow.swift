import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The window with the programs that the agent knows and their permissions, which can be revoked.
@MainActor final class ProgramsWindow {
    /// The largest number of listed programs, since each row is a widget. The command line lists all.
    private static let most = 200

    static func show(_ context: WindowContext) {
        let window = ProgramsWindow(context)
        context.show(window.window)
        window.load()
    }

    private let context: WindowContext
    private let window: Window
    private let container = Box(vertical: true, spacing: 18)
    private let status = Label()
    private let spinner = Spinner()
    private var agent: AgentPrograms?

    private init(_ context: WindowContext) {
        self.context = context
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(vertical: 18, horizontal: 16)
        status.setClass("dim-label")
        status.isVisible = false
        for part in [Widget(status), Widget(spinner), Widget(container)] { content.append(part) }
        window = Window(text("Programs"), width: 520, height: 560, content: Scroller(Clamp(content)))
    }

    // MARK: - List

    private func load() {
        spinner.isSpinning = true
        Task {
            defer { spinner.isSpinning = false }
            do {
                let found = try await offMain { () throws(KeychainError) in
                    let agent = try AgentPrograms.ofUser()
                    return (agent, try agent?.all() ?? [])
                }
                agent = found.0
                show(found.1)
            } catch { showProblem(VaultSession.message(for: error)) }
        }
    }

    private func show(_ programs: [KnownProgram]) {
        container.removeAll()
        guard agent != nil else {
            return showPage(
                "network-offline-symbolic", text("The Agent Is Not Running"),
                text("Without it each program opens the keychain itself, and you are not asked for permission."))
        }
        let own = Set(["chatelaine", "chatelaine-passwords", "chatelaine-sheet"].compactMap(OwnPrograms.path))
        let programs = programs.filter { !$0.grants.isEmpty && !own.contains($0.path) }
        guard !programs.isEmpty else {
            return showPage(
                "application-x-executable-symbolic", text("No Programs Yet"),
                text(
                    "Programs that store items in your keychain, or that have your permission to use some, are listed here."
                ))
        }
        for program in programs.prefix(Self.most) {
            // The window's widgets hold this closure, and the closure holds this object.
            container.append(ProgramGroup(program) { [self] in ask(about: $0, of: program) }.view)
        }
        if programs.count > Self.most {
            container.append(Label(text("There are more. The command line lists all: chatelaine apps")))
        }
    }

    private func showPage(_ icon: String, _ title: String, _ words: String) {
        container.append(StepPage(icon, title, words).view)
    }

    private func showProblem(_ words: String) {
        container.removeAll()
        showPage("dialog-warning-symbolic", text("The programs cannot be listed"), words)
    }

    // MARK: - Revoking

    /// Asks the user before revoking a permission: only the program can request it again.
    private func ask(about grant: KnownProgram.Grant, of program: KnownProgram) {
        let words = ["program": program.shownName, "thing": grant.shownName] as KeyValuePairs
        let question =
            grant.kind == .refused
            ? Alert(
                text("Forget the Refusal?"), text("{program} may ask for {thing} again.", words),
                [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Forget"))])
            : Alert(
                text("Revoke Permission?"),
                text("{program} can no longer use {thing}, unless you allow it again.", words),
                [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Revoke"), isDestructive: true)])
        context.ask(question) { [self] answer in if answer == "yes" { await revoke(grant, of: program) } }
    }

    private func revoke(_ grant: KnownProgram.Grant, of program: KnownProgram) async {
        guard let agent else { return }
        spinner.isSpinning = true
        do {
            try await offMain { () throws(KeychainError) in try agent.revoke(grant, of: program) }
            say(text("Revoked: {thing}, of {program}", ["program": program.shownName, "thing": grant.shownName]))
        } catch { say(VaultSession.message(for: error)) }
        load()
    }

    private func say(_ words: String) { (status.text, status.isVisible) = (words, true) }
}
