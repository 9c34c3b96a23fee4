import Foundation
import PasswordVault

/// The question for a login. No login is named before the user has picked it.
extension SheetDialogue {
    mutating func askWhich(_ page: ListPage) {
        say(page.message)
        switch page.rows.count {
        case 0: say(.noMatch, ["site": site])
        case 1: say(.oneMatch)
        default: say(.severalMatches, ["count": String(page.rows.count)])
        }
        if !page.rows.isEmpty, page.preselected == nil { say(.look) }
        guard let typed = askText(line(.whichPrompt, ["choices": choices(page)])) else { return }
        switch typed {
        case "/new" where page.canMakeNew: handle(.newLogin)
        case "/vault" where page.hasOtherVaults: handle(.unlockAnother)
        case "/yes" where page.rows.count == 1: page.rows.first.map { handle(.pick($0.id)) }
        case "": page.preselected.map { handle(.pick($0)) }
        case _ where typed.hasPrefix("/"): say(.notUnderstood)
        default: pick(typed, page)
        }
    }

    private func choices(_ page: ListPage) -> String {
        var choices: [SheetText] = []
        if page.preselected != nil { choices.append(.returnFirst) }
        if page.preselected == nil, page.rows.count == 1 { choices.append(.yesCommand) }
        if page.canMakeNew { choices.append(.newCommand) }
        if page.hasOtherVaults { choices.append(.vaultCommand) }
        return (choices + [.escape]).map { line($0) }.joined(separator: "  ")
    }

    private mutating func pick(_ text: String, _ page: ListPage) {
        let wanted = Self.folded(text)
        let names = page.rows.map { (id: $0.id, names: [Self.folded($0.title), Self.folded($0.subtitle)]) }
        let exact = names.filter { $0.names.contains(wanted) }
        let found = exact.isEmpty ? names.filter { $0.names.contains { $0.contains(wanted) } } : exact
        switch found.count {
        case 0: say(.fitsNone)
        case 1: found.first.map { handle(.pick($0.id)) }
        default: say(.fitsSeveral, ["count": String(found.count)])
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
