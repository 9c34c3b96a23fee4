import AgentClient
import GtkSupport
import KeychainServices

/// Who may use an item, and who did.
@MainActor struct AccessView {
    /// The uses in the list at most.
    private nonisolated static let mostUses = 20

    private let details: ItemDetails
    private let context: WindowContext

    /// Exists as long as the view of the item.
    final class Life {}

    private let life: Life

    init(_ details: ItemDetails, _ context: WindowContext, _ life: Life) {
        (self.details, self.context, self.life) = (details, context, life)
    }

    func add(to box: Box) {
        let list = Section.add(text("Access"), to: box)
        let item = details.item
        let group = item.shown(.accessGroup)
        list.appendFixed(TextRow(text("Access group"), group, context).view)
        list.appendFixed(TextRow(text("Access control"), control, context).view)
        guard details.keychain.isDevice else {
            return list.appendFixed(
                Self.note(text("Every program that knows the password of this keychain can use its items.")))
        }
        addPrograms(of: group, to: Section.add(text("Who May Use It"), to: box))
        addUses(to: Section.add(text("Who Has Used It"), to: box))
    }

    private var control: String {
        let item = details.item
        let readable = AttributeLabel.protection(
            item[.accessible]?.string ?? item[.accessControl]?.accessControl?.protection.code ?? "")
        let flags = item[.accessControl]?.accessControl.map(AttributeText.flags) ?? []
        guard !flags.isEmpty else { return readable }
        return readable + "; " + flags.joined(separator: ", ")
    }

    private static func note(_ words: String) -> Label {
        let label = Label(words)
        label.setMargins(vertical: 8, horizontal: 12)
        return label
    }

    // MARK: - Programs

    private func addPrograms(of group: String, to list: PlainList) {
        let owner = context.session.owner
        fill(list) {
            try await context.session.thread.run { try owner.programs() }
        } show: { programs in
            guard let programs else {
                return [Self.note(text("Every program of yours: no agent runs that would keep programs apart.")).asBox]
            }
            let users = programs.filter { $0.grants.contains { $0.name == group && $0.kind != .refused } }
            return users.isEmpty
                ? [Self.note(text("No program but the command line and this window.")).asBox]
                : users.map { Self.row(AttributeText.safe($0.path), Self.reason($0, group)) }
        }
    }

    private static func reason(_ program: KnownProgram, _ group: String) -> String {
        switch program.grants.first(where: { $0.name == group })?.kind {
        case .own: text("It is the program’s own group")
        case .registered: text("You have registered it")
        case .listed: text("Installed with it")
        case .shared: text("Shared with it")
        case .allowed: text("You were asked, and have allowed it")
        case .refused, nil: ""
        }
    }

    // MARK: - Uses

    private func addUses(to list: PlainList) {
        let (owner, reference) = (context.session.owner, details.reference)
        fill(list) {
            try await context.session.thread.run { try owner.uses(of: reference, limit: Self.mostUses) }
        } show: { uses in
            guard let uses else { return [Self.note(text("Not known: no agent runs that would keep a log.")).asBox] }
            return uses.isEmpty
                ? [Self.note(text("No program, as far back as the log goes.")).asBox]
                : uses.map { Self.row(AttributeText.safe($0.program), Self.words($0)) }
        }
    }

    private static func words(_ use: ItemUse) -> String {
        let answer = use.answer == "ok" ? "" : " (\(AttributeText.safe(use.answer)))"
        let genuine = use.isGenuine ? "" : ", " + text("not genuine")
        return "\(AttributeText.safe(use.operation))\(answer), \(Dates.moment(use.date))\(genuine)"
    }

    // MARK: - Rows

    private static func row(_ title: String, _ subtitle: String) -> Box {
        let row = Box(spacing: 8)
        row.setMargins(vertical: 6, horizontal: 12)
        row.append(TextLines.box(Label(title), Label(hint: subtitle)))
        return row
    }

    /// Fills a list with what takes a moment to find out.
    private func fill<Value: Sendable>(
        _ list: PlainList, _ load: @escaping @MainActor () async throws -> Value,
        show: @escaping @MainActor (Value) -> [Box]
    ) {
        let spinner = Spinner()
        spinner.setMargins(8)
        list.appendFixed(spinner)
        Task { [weak life] in
            let result: Result<Value, any Error>
            do { result = .success(try await load()) } catch { result = .failure(error) }
            // The widgets go with the view of the item.
            guard life != nil else { return }
            list.removeAll()
            let rows =
                switch result {
                case .success(let value): show(value)
                case .failure(let error): [Self.note(ErrorText.message(error)).asBox]
                }
            for row in rows { list.appendFixed(row) }
        }
    }
}

extension Label {
    /// The label as the only part of a row.
    fileprivate var asBox: Box {
        let box = Box()
        box.append(self)
        return box
    }
}
