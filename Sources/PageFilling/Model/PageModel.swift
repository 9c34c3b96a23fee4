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
    /// The title of the page.
    package var title = ""
    /// The language that the page states, as in HTML.
    package var language = ""
    /// The first main headings that a person sees.
    package var headings: [String] = []

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
        /// The text next to it that is not its label.
        package var near = ""
        /// The legend or the name of the group of fields that it is in.
        package var group = ""
        /// The text that explains it.
        package var hint = ""
        package var title = ""
        package var placeholder = ""
        /// The names that frameworks and their tests give it.
        package var hints = ""
        package var inputMode = ""
        package var pattern = ""
        package var autocomplete = ""
        /// The maximum length in UTF-16 units, as in HTML; `nil` for no limit.
        package var maxLength: Int?
        /// The entries of a menu.
        package var options: [Option] = []
        package var isVisible = true
        /// The reason why a person does not see it; empty if not known.
        package var hidden = ""
        package var isEditable = true
        /// Whether it has the keyboard focus.
        package var isFocused = false
        /// Whether it has a text already.
        package var hasText = false

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
        /// The texts of its other buttons.
        package var otherButtons: [String] = []
        /// The texts of the links in it.
        package var links: [String] = []
        /// The texts of its boxes to tick.
        package var choices: [String] = []
        /// The role for assistive technology: `search`, `dialog`.
        package var role = ""
        /// Whether it is sent as a query of an address, as searches are; false if not known.
        package var isQuery = false
        /// Whether the page has no form there: a box that holds fields together with their button.
        package var isBox = false
        /// The address that it is sent to; empty if not known.
        package var action = ""
    }
}
