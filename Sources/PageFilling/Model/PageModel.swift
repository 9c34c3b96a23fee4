/// What a script has read from a page: its fields and forms.
///
/// The page's author decides what most of it says, so nothing in it is believed but that it is on the page.
/// Specified in: Docs/password-manager-feature.md, "Pages".
package struct PageModel: Sendable, Equatable {
    /// Where the page is.
    package var url: String
    /// In the order of the page; no two have the same ``Field/id``.
    package var fields: [Field]
    /// What is known of the forms around them; those of which nothing is known are left out.
    package var forms: [Form]

    /// Something that can be filled in.
    package struct Field: Sendable, Equatable {
        /// Its own on the page.
        package var id: String
        /// The origin of the frame that it is in; nil: that of the page.
        package var frame: String?
        /// The number of its form; nil: it is in none.
        package var form: Int?
        /// As the page has it, in lower case; `select-one` for a menu, `textarea` for several lines.
        package var type = "text"
        package var name = ""
        package var htmlID = ""
        package var label = ""
        package var placeholder = ""
        package var autocomplete = ""
        /// In UTF-16 units, as HTML counts; nil: no limit.
        package var maxLength: Int?
        /// Of a menu.
        package var options: [Option] = []
        package var isVisible = true
        package var isEditable = true
        /// Whether the cursor is in it.
        package var isFocused = false

        /// Whether it is a menu of which one is chosen.
        var isMenu: Bool { type == "select-one" || type == "select" }
    }

    /// An entry of a menu.
    package struct Option: Sendable, Equatable {
        package var value: String
        package var text: String
    }

    /// What is known of a form.
    package struct Form: Sendable, Equatable {
        /// By which its fields name it.
        package var number: Int
        package var name = ""
        package var htmlID = ""
        /// The heading above or in it.
        package var heading = ""
        /// What is on the button that sends it.
        package var button = ""
        /// Where it is sent; empty: not known.
        package var action = ""
    }
}
