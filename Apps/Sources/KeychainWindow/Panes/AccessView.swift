import AgentClient
import GtkSupport
import KeychainServices

/// Who may use an item, and who did.
@MainActor struct AccessView {
    /// The uses in the list at most.
    private nonisolated static let mostUses = 20

    private let details: ItemDetails
    private let context: WindowContext
    private let life: FilledList.Life

    init(_ details: ItemDetails, _ context: WindowContext, _ life: FilledList.Life) {
        (self.details, self.context, self.life) = (details, context, life)
    }

    func add(to box: Box) {
        let list = Section.add(text("Access"), to: box)
        list.appendFixed(TextRow(text("Access group"), details.item.shown(.accessGroup), context).view)
        list.appendFixed(TextRow(text("Access control"), control, context).view)
        ProgramsSection(details, context, FilledList(Section.add(text("Who May Use It"), to: box), life)).load()
        if details.keychain.isDevice { addUses(to: FilledList(Section.add(text("Who Has Used It"), to: box), life)) }
    }

    private var control: String {
        let item = details.item
        let readable = AttributeLabel.protection(
            item[.accessible]?.string ?? item[.accessControl]?.accessControl?.protection.code ?? "")
        let flags = item[.accessControl]?.accessControl.map(AttributeText.flags) ?? []
        guard !flags.isEmpty else { return readable }
        return readable + "; " + flags.joined(separator: ", ")
    }

    private func addUses(to list: FilledList) {
        let (owner, reference) = (context.session.owner, details.reference)
        list.fill { [context] in
            try await context.session.thread.run { try owner.uses(of: reference, limit: Self.mostUses) }
        } show: { uses in
            guard let uses else {
                return [FilledList.note(text("Not known: no agent runs that would keep a log."))]
            }
            return uses.isEmpty
                ? [FilledList.note(text("No program, as far back as the log goes."))]
                : uses.map { FilledList.row(AttributeText.safe($0.program), Self.words($0)) }
        }
    }

    private static func words(_ use: ItemUse) -> String {
        let answer = use.answer == "ok" ? "" : " (\(AttributeText.safe(use.answer)))"
        let genuine = use.isGenuine ? "" : ", " + text("not genuine")
        return "\(AttributeText.safe(use.operation))\(answer), \(Dates.moment(use.date))\(genuine)"
    }
}
