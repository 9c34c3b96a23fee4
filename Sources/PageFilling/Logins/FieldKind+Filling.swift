import PasswordVault

extension FieldKind {
    /// Whether a field that the user has added goes into fields of pages that are called the same.
    var fillsFieldsOfItsName: Bool {
        switch self {
        case .text, .concealed, .email, .telephone, .menu, .date: true
        // A page wants the code and not its secret, and dates and addresses in parts.
        case .url, .monthYear, .oneTimeCode, .address, .passkey, .unknown: false
        }
    }

    /// Whether a value can be the e-mail address that a page asks for.
    var isEmailAddress: Bool {
        switch self {
        case .email: true
        case .text, .concealed, .url, .date, .monthYear, .oneTimeCode, .telephone, .address, .menu, .passkey, .unknown:
            false
        }
    }
}
