/// The kind of a page, or of one of its forms.
package enum PageKind: String, Sendable, CaseIterable {
    /// Name and password.
    case signIn = "sign-in"
    /// The first of two pages: the name alone.
    case signInFirst = "sign-in-first"
    /// The second of two pages: the password alone.
    case signInSecond = "sign-in-second"
    case signUp = "sign-up"
    case changePassword = "change-password"
    case oneTimeCode = "one-time-code"
    case card
    /// Names and addresses of people.
    case address
    case search
    case newsletter
    /// Nothing that an item is for.
    case other

    /// The rank of the kind: a page with several forms has the greatest.
    var rank: Int {
        switch self {
        case .other: 0
        case .search: 1
        case .newsletter: 2
        case .signInFirst: 3
        case .address: 4
        case .oneTimeCode: 5
        case .signInSecond: 6
        case .signIn: 7
        case .card: 8
        case .changePassword: 9
        case .signUp: 10
        }
    }
}
