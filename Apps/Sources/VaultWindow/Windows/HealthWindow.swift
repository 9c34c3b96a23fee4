import Foundation
import GtkSupport
import PasswordVault
import VaultHealth

/// The window that lists what is wrong with the items of the vault.
@MainActor final class HealthWindow {
    /// The rows of a kind, since each is a widget. The command line lists all.
    private static let mostRows = 200

    /// - Parameter open: shows the item that the user chooses, once the window is closed.
    static func show(_ context: WindowContext, open: @escaping @MainActor (UUID) -> Void) {
        let shown = HealthWindow(context, open)
        context.show(shown.window)
        shown.load()
    }

    private let context: WindowContext
    private let open: @MainActor (UUID) -> Void
    private let window: Window
    private let status = Label()
    private let spinner = Spinner()
    private let container = Box(vertical: true, spacing: 12)
    private let stop = HealthStop()

    private init(_ context: WindowContext, _ open: @escaping @MainActor (UUID) -> Void) {
        (self.context, self.open) = (context, open)
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(vertical: 18, horizontal: 16)
        status.setClass("dim-label")
        for part in [Widget(status), Widget(spinner), Widget(container)] { content.append(part) }
        window = Window(text("Health"), width: 520, height: 560, content: Scroller(Clamp(content)))
        window.on("destroy") { [stop] in stop.set() }
    }

    // MARK: - Judging

    private func load() {
        spinner.isSpinning = true
        status.text = text("Reading the items…")
        Task {
            do {
                let report = try await context.health.judge(stop) { done, count in
                    status.text =
                        done < count
                        ? text("{done} of {count} items were read", ["done": "\(done)", "count": "\(count)"])
                        : text("Judging…")
                }
                end { show(report) }
            } catch is CancellationError {
                // The window is closed, or the vault was locked.
            } catch { end { showProblem(VaultSession.message(for: error)) } }
        }
    }

    /// Ends the progress, unless the window is closed.
    private func end(_ body: () -> Void) {
        guard !stop.isSet else { return }
        (spinner.isSpinning, status.isVisible) = (false, false)
        body()
    }

    // MARK: - Findings

    private func show(_ report: HealthReport) {
        if !context.library.catalogue.isComplete {
            container.append(Label(text("A part of this vault is damaged: these may not be all items.")))
        }
        let open = report.open
        guard !open.isEmpty else {
            return showPage(
                "emblem-ok-symbolic", text("Nothing to change"),
                text("Items examined: {count}", ["count": "\(report.itemCount)"])
            )
        }
        let heading = Label(text("Findings: {count}", ["count": "\(open.count)"]))
        heading.setClass("title-2")
        container.append(heading)
        let groups = Dictionary(grouping: open, by: \.kind)
        for kind in FindingKind.allCases { if let findings = groups[kind] { add(findings, kind) } }
    }

    private func add(_ findings: [Finding], _ kind: FindingKind) {
        let title = HealthWords.title(kind)
        let group = Box(vertical: true, spacing: 8)
        group.append(TextLines.box(Label(heading: title), Label(hint: HealthWords.advice(kind))))
        let list = PlainList(framed: title)
        for (place, finding) in findings.prefix(Self.mostRows).enumerated() {
            let (name, reason) = (
                HealthWords.title(finding.item), HealthWords.reason(finding.fact, of: finding.item.id)
            )
            let row = TextLines.box(Label(name), Label(hint: reason))
            row.setMargins(vertical: 8, horizontal: 12)
            list.append(row)
            list.setName("\(name), \(reason)", ofRow: place)
        }
        // The window's widgets hold this closure, and the closure holds this object.
        list.onOpen { [self] place in if findings.indices.contains(place) { choose(findings[place].item.id) } }
        group.append(list)
        if findings.count > Self.mostRows {
            group.append(Label(hint: text("There are more. The command line lists all: chatelaine vault health")))
        }
        container.append(group)
    }

    private func choose(_ id: UUID) {
        let open = open
        window.close()
        open(id)
    }

    private func showPage(_ icon: String, _ title: String, _ words: String) {
        container.append(StepPage(icon, title, words).view)
    }

    private func showProblem(_ words: String) {
        showPage("dialog-warning-symbolic", text("The items cannot be examined"), words)
    }
}
