import CGtk

/// A line of a form: what it is about, and at its end what is set or shown.
@MainActor public enum FormRow {
    /// Makes one.
    ///
    /// - Parameters:
    ///   - label: what it is about.
    ///   - hint: what that means, in smaller letters below; nil: that is clear.
    ///   - widget: at its end.
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
    /// Makes the title of a part of a page.
    public init(heading: String) {
        self.init(heading)
        setClass("heading")
    }

    /// Makes a line that explains what is above it.
    public init(hint: String) {
        self.init(hint)
        setClass("caption")
        setClass("dim-label")
    }
}

extension PlainList {
    /// Makes one with a frame, of which nothing can be selected.
    ///
    /// - Parameters:
    ///   - name: what it has, for accessibility clients.
    ///   - rows: to which no keys go, only to what is in them.
    public init(framed name: String, _ rows: [Box] = []) {
        self.init()
        setClass("boxed-list")
        setAccessibleName(name)
        for row in rows { appendFixed(row) }
    }
}
