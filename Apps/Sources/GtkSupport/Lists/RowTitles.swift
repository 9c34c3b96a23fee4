/// The title of a list's row, and below it a subtitle in smaller letters, of one line each.
@MainActor public struct RowTitles {
    /// The widget.
    public let view = Box(vertical: true, spacing: 0)
    private let title = Label(wraps: false)
    private let subtitle = Label(wraps: false)

    /// Creates empty titles.
    public init() {
        view.setExpands(horizontally: true)
        view.setAlignment(vertical: .center)
        subtitle.setClass("dim-label")
        subtitle.setClass("item-subtitle")
        view.append(title)
        view.append(subtitle)
    }

    /// Shows other titles.
    public func show(_ title: String, _ subtitle: String) { (self.title.text, self.subtitle.text) = (title, subtitle) }
}
