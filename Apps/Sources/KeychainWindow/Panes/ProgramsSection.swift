import AgentClient
import GtkSupport
import KeychainServices

/// The programs that may use an item, which the user can change after a proof.
@MainActor final class ProgramsSection {
    private let programs: ItemPrograms
    private let context: WindowContext
    private let list: FilledList

    init(_ details: ItemDetails, _ context: WindowContext, _ list: FilledList) {
        programs = ItemPrograms(
            keychain: details.keychain, owner: context.session.owner, reference: details.reference,
            group: details.item.shown(.accessGroup))
        (self.context, self.list) = (context, list)
    }

    /// Reads the programs, and shows them. The buttons of the rows hold this object.
    func load() {
        list.fill { [context, programs] in
            try await context.session.thread.run { try programs.listing() }
        } show: { [self] listing in
            switch listing {
            case .everyProgram where programs.keychain.isDevice:
                [FilledList.note(text("Every program of yours: no agent runs that would keep programs apart."))]
            case .everyProgram: [FilledList.note(text("Every program, by an access list of the item."))]
            case .noLists:
                [FilledList.note(text("Every program that knows the password of this keychain can use its items."))]
            case .programs(let entries): rows(entries) + [addRow()]
            }
        }
    }

    private func rows(_ entries: [ItemPrograms.Entry]) -> [Box] {
        guard !entries.isEmpty else {
            return [
                FilledList.note(
                    programs.keychain.isDevice
                        ? text("No program but the command line and this window.")
                        : text("No other program, unless it knows the password of this keychain."))
            ]
        }
        return entries.map { entry in
            let path = AttributeText.safe(entry.path)
            let row = FilledList.row(path, Self.reason(entry))
            guard entry.isRemovable else { return row }
            let button = Button(icon: "user-trash-symbolic", text("Remove {program}", ["program": path]))
            button.setClass("flat")
            button.setAlignment(vertical: .center)
            button.onClick { [self] in prove(text("Remove")) { [self] in remove(entry) } }
            row.append(button)
            return row
        }
    }

    private static func reason(_ entry: ItemPrograms.Entry) -> String {
        switch entry.known?.grant.kind {
        case .own: text("It is the program’s own group")
        case .registered: text("You have registered it; “chatelaine apps remove” takes that back")
        case .listed: text("Installed with it")
        case .shared: text("Shared with it")
        case .allowed: text("You were asked, and have allowed it")
        case .refused: ""
        case nil: text("By an access list of the item, while the keychain is unlocked")
        }
    }

    private func addRow() -> Box {
        let button = Button(text("Add a Program…"))
        button.setAlignment(vertical: .center)
        button.onClick { [self] in prove(text("Add")) { [self] in choose() } }
        let hint =
            programs.keychain.isDevice
            ? text("It may then use all items of the access group “{group}”.", ["group": programs.group])
            : text("With an agent it may then open the whole keychain while that is unlocked.")
        let row = FilledList.row(text("Another program"), hint)
        row.append(button)
        return row
    }

    private func prove(_ action: String, _ body: @escaping @MainActor () -> Void) {
        context.prove(programs.keychain, action, then: body)
    }

    // MARK: - Changes

    private func choose() {
        let chooser = FileChooser(text("Choose the Program"), accept: text("Add"), .open(types: []))
        context.dialogs.choose(chooser) { [self] path in
            do { add(try ItemPrograms.program(at: path)) } catch { context.show(error) }
        }
    }

    private func add(_ path: String) {
        perform(text("The program may use it"), undo: { [programs] in try programs.remove(path: path) }) {
            [programs] in try programs.add(path)
        }
    }

    private func remove(_ entry: ItemPrograms.Entry) {
        let restore: @Sendable () throws -> Void = { [programs] in try programs.add(entry.path) }
        perform(text("The program may no longer use it"), undo: entry.isRestorable ? restore : nil) { [programs] in
            try programs.remove(entry)
        }
    }

    private func perform(
        _ message: String, undo: (@Sendable () throws -> Void)?, _ body: @escaping @Sendable () throws -> Void
    ) {
        context.run { [self] in
            try await context.session.thread.run(body)
            load()
            guard let undo else { return context.say(message) }
            context.undo?.offer(message) { [self] in
                context.run { [self] in
                    try await context.session.thread.run(undo)
                    load()
                }
            }
        }
    }
}
