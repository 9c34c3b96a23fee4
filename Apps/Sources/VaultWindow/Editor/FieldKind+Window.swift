import GtkSupport
import PasswordVault

extension FieldKind {
    /// The name in the user's language.
    @MainActor var shownName: String {
        switch self {
        case .text: GtkSupport.text("Text")
        case .concealed: GtkSupport.text("Secret")
        case .email: GtkSupport.text("E-mail")
        case .url: GtkSupport.text("Web page")
        case .date: GtkSupport.text("Date")
        case .monthYear: GtkSupport.text("Month")
        case .oneTimeCode: GtkSupport.text("One-time code")
        case .telephone: GtkSupport.text("Telephone")
        case .address: GtkSupport.text("Address")
        case .menu: GtkSupport.text("Choice")
        case .passkey: GtkSupport.text("Passkey")
        case .unknown: name
        }
    }

    /// An example of a value, shown in an empty field.
    var example: String? {
        switch self {
        case .date: "2026-11-22"
        case .monthYear: "2026-11"
        case .text, .concealed, .email, .url, .oneTimeCode, .telephone, .address, .menu, .passkey, .unknown: nil
        }
    }

    /// Whether a value is the address of a page that can be opened.
    var isWebPage: Bool {
        switch self {
        case .url: true
        case .text, .concealed, .email, .date, .monthYear, .oneTimeCode, .telephone, .address, .menu, .passkey,
            .unknown:
            false
        }
    }
}

extension Field {
    /// Returns the error in the value in words; `nil`: it is right.
    @MainActor var problem: String? {
        switch (kind, value) {
        case (.date, .text(let words)):
            guard words.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) == nil else { return nil }
            return text("“{name}” needs a date like 2026-11-22.", ["name": shownLabel])
        case (.monthYear, .text(let words)):
            guard words.wholeMatch(of: #/\d{4}-\d{2}/#) == nil else { return nil }
            return text("“{name}” needs a month like 2026-11.", ["name": shownLabel])
        case (.oneTimeCode, .secret(let secret)):
            do { _ = try OneTimeCode.parse(secret.copy()) } catch {
                return text("“{name}”: {reason}.", ["name": shownLabel, "reason": error.reason])
            }
            return nil
        case (.text, _), (.concealed, _), (.email, _), (.url, _), (.date, .secret), (.monthYear, .secret),
            (.oneTimeCode, .text), (.telephone, _), (.address, _), (.menu, _), (.passkey, _),
            (.unknown, _):
            return nil
        }
    }
}
