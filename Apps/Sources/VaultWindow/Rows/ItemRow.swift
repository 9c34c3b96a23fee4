import GtkSupport
import PasswordVault

/// A row of the list.
@MainActor final class ItemRow {
    let view = Box(spacing: 10)
    private let tile = LetterTile(size: 32)
    private let titles = RowTitles()
    private let star = Icon("starred-symbolic")
    private let clock = Icon("preferences-system-time-symbolic")

    init() {
        view.setClass("item-row")
        for mark in [star, clock] { mark.setClass("dim-label") }
        view.append(tile)
        view.append(titles.view)
        view.append(clock)
        view.append(star)
    }

    /// - Returns: the accessible name of the row.
    func show(_ overview: Overview, isCompact: Bool) -> String {
        let title = overview.title.isEmpty ? text("Untitled") : overview.title
        let subtitle = overview.subtitle.isEmpty ? overview.kind.label : overview.subtitle
        tile.setName(title)
        tile.setSize(isCompact ? 22 : 36)
        titles.show(title, subtitle)
        star.isVisible = overview.isFavourite
        clock.isVisible = overview.hasOneTimeCode
        var name = "\(title), \(subtitle)"
        if overview.isFavourite { name += ", " + text("favourite") }
        if overview.hasOneTimeCode { name += ", " + text("with one-time codes") }
        return name
    }
}
