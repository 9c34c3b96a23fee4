import CGtk

/// A row of a form: a label, and a control or a value at its end.
@MainActor public enum FormRow {
    /// Creates the row.
    ///
    /// - Parameters:
    ///   - label: the label.
    ///   - hint: an explanation in smaller letters below the label; `nil` for none.
    ///   - widget: the widget at the end.
    public static func box(_ label: String, hint: Label? = nil, _ widget: some WidgetKind) -> Box {
        widget.setAlignment(vertical: .center)
        let box = Box(spacing: 12)
        box.setMargins(vertical: 8, horizontal: 12)
        box.append(TextLines.box(Label(label), hint))
        box.append(widget)
        return box
    }
}

extension Label {
    /// Creates the heading of a part of a page.
    public init(heading: String) {
        self.init(heading)
        setClass("heading")
    }

    /// Creates a line that explains the widget above it.
    public init(hint: String) {
        self.init(hint)
        setClass("caption")
        setClass("dim-label")
    }
}

extension PlainList {
    /// Creates a list with a frame, in which nothing can be selected.
    ///
    /// - Parameters:
    ///   - name: the accessible name.
    ///   - rows: the rows. They cannot take the focus; widgets inside them can.
    public init(framed name: String, _ rows: [Box] = []) {
        self.init()
        setClass("boxed-list")
        setAccessibleName(name)
        for row in rows { appendFixed(row) }
    }
}
