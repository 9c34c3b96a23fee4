/// The texts of a sheet, by name: one table for terminal and window, and for translations.
///
/// `{name}` is a placeholder for a value.
public enum SheetText: String, Sendable, CaseIterable {
    // The heading.
    case findHeading, storeHeading, changeHeading, fillHeading
    case callerLine, firstRequest, unencrypted
    case managerPrompt, noSuchManager
    // Unlocking.
    case passwordPrompt, passwordForLocked, passwordForLockedMeanwhile, vaultPrompt, noSuchVault
    // Lists.
    case noMatch, oneMatch, severalMatches, whichPrompt, fitsNone, fitsSeveral, look
    case returnFirst, yesCommand, newCommand, vaultCommand, escape
    // The editor.
    case newLogin, changeLogin, titleLine, usernameLine, passwordLine, fieldLine, sameLogin
    case fromProgram, madeHere, typed
    case editCommands, fieldCommand, otherVaultCommand, changeCommand, listCommand, savePrompt, newPasswordPrompt
    case notUnderstood
    case shorter, longer, noDigit, noSymbol, hasSymbol, forbiddenCharacter
    // The end.
    case gave, saved, otherManager, cancelled, failed
}

extension SheetText {
    /// The text in English.
    public var english: String {
        switch self {
        case .findHeading: "“{caller}” asks for a login for {site}."
        case .storeHeading: "“{caller}” wants to save a login for {site}."
        case .changeHeading: "“{caller}” wants to change the password for {site}."
        case .fillHeading: "“{caller}” asks to fill a page of {site}."
        case .callerLine: "Program: {path} ({strength}, process {process})"
        case .firstRequest: "“{caller}” has not asked for {site} before."
        case .unencrypted: "The page is not encrypted: anyone on the network can read what you send to it."
        default: englishOfPages
        }
    }

    private var englishOfPages: String {
        switch self {
        case .managerPrompt:
            "Which password manager should answer this and later requests: {managers}? (Return: {own}, Esc: cancel): "
        case .noSuchManager: "There is no such password manager."
        case .passwordPrompt: "Master password of “{vault}” (Esc: cancel): "
        case .passwordForLocked: "The vault is locked."
        case .passwordForLockedMeanwhile: "The vault was locked. What you have typed is still there."
        case .vaultPrompt: "Which vault: {vaults}? (Return: {first}, Esc: cancel): "
        case .noSuchVault: "There is no such vault here."
        case .noMatch: "No login for {site} is saved here."
        case .oneMatch: "One login matches."
        case .severalMatches:
            "{count} logins match. Type the title or the username of one of them, or a part of it."
        case .look: "Check the name of the site before you continue."
        case .whichPrompt: "({choices}): "
        case .fitsNone: "No login matches that text."
        case .fitsSeveral: "{count} logins match that text."
        case .returnFirst: "Return: the first"
        case .yesCommand: "/yes: use it"
        case .newCommand: "/new: save a new one"
        case .vaultCommand: "/vault: look in another vault"
        case .escape: "Esc: cancel"
        default: englishOfEditor
        }
    }

    private var englishOfEditor: String {
        switch self {
        case .newLogin: "A new login in the vault “{vault}”:"
        case .changeLogin: "A new password for “{title}”:"
        case .titleLine: "  title     {text}"
        case .usernameLine: "  username  {text}"
        case .passwordLine: "  password  {origin}, {bits} bits, {rating}"
        case .fieldLine: "  {name}: {text}"
        case .sameLogin: "A login with this username is saved for this site already."
        case .fromProgram: "sent by the program"
        case .madeHere: "generated"
        case .typed: "as you typed it"
        case .editCommands: "/title TEXT, /username TEXT, /password, /generate: change it"
        case .fieldCommand: "/field NAME=TEXT"
        case .otherVaultCommand: "/vault NAME: save it in {vaults}"
        case .changeCommand: "/change: change that login instead"
        case .listCommand: "/list: back to the list"
        case .savePrompt: "(Return: save, Esc: cancel): "
        case .newPasswordPrompt: "New password (not shown; Return: keep the current one): "
        case .notUnderstood: "That is not a command."
        case .shorter: "The password is shorter than the {count} characters that the program requires."
        case .longer: "The password is longer than the {count} characters that the program allows."
        case .noDigit: "The password has no digit, but the program requires one."
        case .noSymbol: "The password has no symbol, but the program requires one."
        case .hasSymbol: "The password has a symbol, but the program allows none."
        case .forbiddenCharacter: "The password has a character that the program does not allow."
        case .gave: "“{title}” was sent to “{caller}”."
        case .saved: "“{title}” was saved and sent to “{caller}”."
        case .otherManager: "“{name}” will answer requests from now on."
        case .cancelled: "Nothing was sent to “{caller}”."
        case .failed: "The request failed: {reason}."
        default: rawValue
        }
    }
}

/// The texts in one language.
public struct SheetTexts: Sendable {
    private let translations: [SheetText: String]

    /// Makes a table of texts.
    ///
    /// - Parameter translations: the translations; a text without one is in English.
    public init(_ translations: [SheetText: String] = [:]) { self.translations = translations }

    /// Returns a text with its placeholders replaced. Values are not expanded: braces in a value stay.
    public subscript(_ text: SheetText, _ values: [String: String]) -> String {
        let parts = (translations[text] ?? text.english).split(separator: "{", omittingEmptySubsequences: false)
        var result = String(parts.first ?? "")
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: "}"), let value = values[String(part[..<end])] else {
                result += "{" + part
                continue
            }
            result += value + part[part.index(after: end)...]
        }
        return result
    }

    /// Returns a text without placeholders.
    public subscript(_ text: SheetText) -> String { self[text, [:]] }
}
