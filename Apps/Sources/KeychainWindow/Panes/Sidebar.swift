import AgentClient
import GtkSupport

/// The first pane: the keychains, each with a button that locks or unlocks it, and the kinds of items with their numbers.
@MainActor final class Sidebar {
    private let context: WindowContext
    private let (keychains, kinds): (PlainList, PlainList)
    private var rows: [KeychainSession.Row] = []
    private var counts: [Int] = []
    private var isUpdating = false
    /// Called when the user has chosen something.
    var onChoose: @MainActor () -> Void = {}
    /// Called with the keychain that the user locks.
    var onLock: @MainActor (OwnerKeychain) -> Void = { _ in }

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        (keychains, kinds) = (interface["keychains"], interface["kinds"])
        keychains.onOpen { [weak self] _ in self?.onChoose() }
        kinds.onOpen { [weak self] _ in self?.onChoose() }
        keychains.on("row-selected") { [weak self] in
            guard let self, !isUpdating, let place = keychains.selected, rows.indices.contains(place) else { return }
            context.session.choose(rows[place].path)
        }
        kinds.on("row-selected") { [weak self] in
            guard let self, !isUpdating, let place = kinds.selected, Kind.allCases.indices.contains(place) else {
                return
            }
            context.model.show(Kind.allCases[place])
        }
        update()
    }

    func update() {
        isUpdating = true
        defer { isUpdating = false }
        updateKeychains()
        updateKinds()
    }

    private func updateKeychains() {
        if rows != context.session.rows {
            rows = context.session.rows
            keychains.removeAll()
            for (place, row) in rows.enumerated() {
                keychains.append(view(of: row))
                keychains.setName("\(row.shownName), \(row.shownState)", ofRow: place)
            }
        }
        keychains.select(rows.firstIndex { $0.path == context.session.shown?.path })
    }

    private func view(of row: KeychainSession.Row) -> Box {
        let name = Label(row.shownName, wraps: false)
        name.setExpands(horizontally: true)
        let view = Box(spacing: 10)
        view.append(Icon(row.isDevice ? "computer-symbolic" : "drive-harddisk-symbolic"))
        view.append(name)
        guard row.exists, row.hasPassword else { return view }
        let button = Button(
            icon: row.isLocked ? "changes-prevent-symbolic" : "changes-allow-symbolic",
            row.isLocked
                ? text("Unlock {name}", ["name": row.shownName]) : text("Lock {name}", ["name": row.shownName]))
        button.setClass("flat")
        button.onClick { [weak self] in self?.toggle(row) }
        view.append(button)
        return view
    }

    private func toggle(_ row: KeychainSession.Row) {
        guard let keychain = context.session.keychain(at: row.path) else { return }
        guard row.isLocked else { return onLock(keychain) }
        // The list has the field for the password.
        context.session.choose(row.path)
        onChoose()
    }

    private func updateKinds() {
        let new = Kind.allCases.map { context.model.counts[$0] ?? 0 }
        if new != counts {
            counts = new
            kinds.removeAll()
            for (place, kind) in Kind.allCases.enumerated() {
                kinds.append(view(of: kind, new[place]))
                kinds.setName("\(kind.label), \(new[place])", ofRow: place)
            }
        }
        kinds.select(Kind.allCases.firstIndex(of: context.model.kind))
    }

    private func view(of kind: Kind, _ count: Int) -> Box {
        let name = Label(kind.label, wraps: false)
        name.setExpands(horizontally: true)
        let number = Label(count == 0 ? "" : "\(count)", wraps: false)
        number.setClass("dim-label")
        let row = Box(spacing: 10)
        row.append(Icon(kind.icon))
        row.append(name)
        row.append(number)
        return row
    }
}

extension KeychainSession.Row {
    /// What the user calls it.
    @MainActor var shownName: String {
        guard !isDevice else { return text("This Device") }
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for suffix in ["-db", ".keychain"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        return AttributeText.safe(name)
    }

    @MainActor fileprivate var shownState: String {
        !exists ? text("missing") : isLocked ? text("locked") : text("unlocked")
    }
}
