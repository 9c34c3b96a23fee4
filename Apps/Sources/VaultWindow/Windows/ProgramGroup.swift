import AgentClient
import Foundation
import GtkSupport

/// A program, with a row for each of its permissions.
@MainActor struct ProgramGroup {
    let view = Box(vertical: true, spacing: 8)

    /// - Parameter revoke: revokes a permission.
    init(_ program: KnownProgram, revoke: @escaping @MainActor (KnownProgram.Grant) -> Void) {
        view.append(Self.heading(program))
        view.append(
            PlainList(
                framed: text("What {program} may use", ["program": program.shownName]),
                program.grants.map { Self.row($0, program, revoke) }))
    }

    private static func heading(_ program: KnownProgram) -> Box {
        let name = Label(heading: program.shownName)
        let path = Label(hint: "\(program.path) (\(program.shownStrength))")
        let texts = Box(vertical: true, spacing: 0)
        texts.append(name)
        texts.append(path)
        let heading = Box(spacing: 10)
        heading.append(LetterTile(program.shownName, size: 32))
        heading.append(texts)
        return heading
    }

    private static func row(
        _ grant: KnownProgram.Grant, _ program: KnownProgram,
        _ revoke: @escaping @MainActor (KnownProgram.Grant) -> Void
    ) -> Box {
        let name = Label(grant.shownName)
        let reason = Label(hint: grant.reason)
        let row = Box(spacing: 12)
        row.setMargins(vertical: 8, horizontal: 12)
        row.append(TextLines.box(name, reason))
        guard grant.isRevocable else { return row }
        let button = Button(grant.kind == .refused ? text("Forget") : text("Revoke"))
        button.setAccessibleName(
            text(
                grant.kind == .refused ? "Forget {thing}, of {program}" : "Revoke {thing}, of {program}",
                ["thing": grant.shownName, "program": program.shownName]))
        button.setAlignment(vertical: .center)
        button.onClick { revoke(grant) }
        row.append(button)
        return row
    }
}

extension KnownProgram {
    /// The file's name, by which users know the program.
    var shownName: String { path.split(separator: "/").last.map(String.init) ?? path }

    @MainActor fileprivate var shownStrength: String {
        switch strength {
        case "system": text("only root can change it")
        case "pinned": text("as it was at its first use")
        case "unpinned": text("may change")
        case "confined": text("in a sandbox")
        case "interpreter": text("runs scripts")
        default: strength
        }
    }
}

extension KnownProgram.Grant {
    @MainActor var shownName: String {
        if let vault { return text("vault “{name}”", ["name": vault]) }
        return text("keychain group “{name}”", ["name": name])
    }

    /// The origin of the permission, and its date.
    @MainActor fileprivate var reason: String {
        let why =
            switch kind {
            case .own: text("Its own")
            case .registered: text("Registered")
            case .listed: text("Installed with it")
            case .shared: text("Shared with it")
            case .allowed: isForSession ? text("Allowed until its session ends") : text("Allowed")
            case .refused: isForSession ? text("Refused until its session ends") : text("Refused")
            }
        guard let since else { return why }
        return text("{why}, since {date}", ["why": why, "date": Dates.moment(since)])
    }
}
