/// A page as a script has read it: its fields and forms.
///
/// The page's author controls most of its content, so it is trusted for nothing but that it is on the page.
/// Specified in: Docs/password-manager-feature.md, "Pages".
package struct PageModel: Sendable, Equatable {
    /// The address of the page.
    package var url: String
    /// The fields in the order of the page; no two have the same ``Field/id``.
    package var fields: [Field]
    /// The forms around the fields; a form without any known property may be left out.
    package var forms: [Form]

    /// A form field.
    package struct Field: Sendable, Equatable {
        /// The identifier of the field, unique on the page.
        package var id: String
        /// The origin of the field's frame; `nil` for the page's own.
        package var frame: String?
        /// The number of its form; `nil` if it is in none.
        package var form: Int?
        /// The type from the page, in lower case; `select-one` for a menu, `textarea` for a field of several lines.
        package var type = "text"
        package var name = ""
        package var htmlID = ""
        package var label = ""
        package var placeholder = ""
        package var autocomplete = ""
        /// The maximum length in UTF-16 units, as in HTML; `nil` for no limit.
        package var maxLength: Int?
        /// The entries of a menu.
        package var options: [Option] = []
        package var isVisible = true
        package var isEditable = true
        /// Whether it has the keyboard focus.
        package var isFocused = false

        /// Whether it is a menu with a single choice.
        var isMenu: Bool { type == "select-one" || type == "select" }
    }

    /// An entry of a menu.
    package struct Option: Sendable, Equatable {
        package var value: String
        package var text: String
    }

    /// A form of the page.
    package struct Form: Sendable, Equatable {
        /// The number by which its fields refer to it.
        package var number: Int
        package var name = ""
        package var htmlID = ""
        /// The heading above or in it.
        package var heading = ""
        /// The text of the button that submits it.
        package var button = ""
        /// The address that it is sent to; empty if not known.
        package var action = ""
    }
}
