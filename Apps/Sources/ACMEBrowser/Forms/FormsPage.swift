import GtkSupport

/// The program's own page: forms to fill, which are sent nowhere.
@MainActor enum FormsPage {
    /// The website that the page plays: a name that no network has (RFC 2606, section 3).
    static let address = "https://acme.example/"

    /// The page.
    static var html: String {
        let template = String(decoding: PackageResources.forms_html, as: UTF8.self)
        return texts.reduce(template) { $0.replacing("{{\($1.key)}}", with: escaped($1.value)) }
    }

    private static var texts: [(key: String, value: String)] {
        [
            ("intro", text("Forms to try a password manager with. What is filled in stays in this window.")),
            ("sign-in", text("Sign In")), ("sign-up", text("Sign Up")), ("change", text("Change Your Password")),
            ("card", text("Card")), ("address", text("Address")), ("username", text("Username")),
            ("password", text("Password")), ("email", text("E-mail")), ("old", text("Old password")),
            ("new", text("New password")), ("again", text("New password, again")),
            ("holder", text("Name on the card")), ("number", text("Card number")), ("expiry", text("Expiry (MM/YY)")),
            ("code", text("Security code")), ("first", text("First name")), ("last", text("Last name")),
            ("street", text("Street")), ("postcode", text("Postcode")), ("city", text("City")),
            ("country", text("Country")), ("phone", text("Telephone")),
            ("got", text("The page has received:")), ("pay", text("Pay")), ("save", text("Save")),
        ]
    }

    private static func escaped(_ text: String) -> String {
        ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"].sorted { $0.key < $1.key }
            .reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
}
