import Glibc
import LinuxSupport
import PasswordVault

/// A table of a vault's items, with a line each.
enum OverviewTable {
    static func text(_ overviews: [Overview]) -> String {
        guard isatty(STDOUT_FILENO) == 1 else {
            let rows = overviews.map { overview in
                [
                    overview.id.text, overview.kind.name, overview.title, overview.subtitle,
                    overview.tags.joined(separator: ","), DateText.text(overview.changed),
                ].map { UntrustedText.forTerminal($0) }
            }
            return TextTable(titles: [], rows: rows).text(Style(for: STDOUT_FILENO), isForPeople: false)
        }
        let rows = overviews.map { overview in
            [
                (overview.isFavourite ? "★ " : "") + overview.title, overview.subtitle, overview.kind.name,
                overview.tags.joined(separator: ", "), DateText.day(overview.changed),
            ].map { UntrustedText.forTerminal($0) }
        }
        return TextTable(titles: ["TITLE", "NAME", "KIND", "TAGS", "CHANGED"], rows: rows)
            .text(Style(for: STDOUT_FILENO), isForPeople: true)
    }
}
