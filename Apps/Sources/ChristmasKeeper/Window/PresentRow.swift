import GtkSupport

/// A row of the list: a picture, and the beginning of the text.
@MainActor final class PresentRow {
    let widget: Widget
    private let interface: Interface
    private let picture: Picture
    private let text: Label

    init() {
        interface = Interface(PackageResources.row_ui)
        (widget, picture, text) = (interface["row"], interface["picture"], interface["text"])
    }

    /// Shows a present. Returns the row's accessible name.
    func show(_ present: Present) -> String {
        picture.show(
            PresentStore.pixels(present.thumbnail, atMost: PresentPicture.thumbnailSide) ?? PlaceholderPicture.pixels)
        // Only as much as can be visible: lines are broken on the main thread.
        let start = String(present.text.prefix(300))
        text.text = start
        return start
    }
}
