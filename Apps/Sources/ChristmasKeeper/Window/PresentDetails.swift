import GtkSupport

/// The page that shows one present.
@MainActor final class PresentDetails {
    /// The ways to share a present.
    enum Way { case copy, save, handOver }

    let page: Widget
    private let interface: Interface
    private let picture: Picture
    private let text: Label
    private let sharing: Popover
    /// The present that is shown; `nil` if there is none.
    private(set) var shown: SharedPresent?

    /// - Parameters:
    ///   - back: called when the user goes back to the list.
    ///   - share: called when the user shares the present.
    init(back: @escaping @MainActor () -> Void, share: @escaping @MainActor (Way, SharedPresent) -> Void) {
        interface = Interface(PackageResources.details_ui)
        (page, sharing) = (interface["page"], interface["sharing"])
        (picture, text) = (interface["picture"], interface["text"])
        let backButton: Button = interface["back"]
        backButton.onClick(back)
        for (id, way) in [("copy", Way.copy), ("save", .save), ("hand-over", .handOver)] {
            let button: Button = interface[id]
            button.onClick { [weak self] in
                guard let self, let shown else { return }
                sharing.close()
                share(way, shown)
            }
        }
    }

    /// Shows a present.
    func show(_ content: PresentContent, _ pixels: Pixels?) {
        shown = SharedPresent(content: content, pixels: pixels)
        text.text = content.text
        picture.show(pixels ?? PlaceholderPicture.pixels)
        picture.setDescription(
            pixels == nil ? GtkSupport.text("No picture") : GtkSupport.text("Picture of the present"))
        let backButton: Button = interface["back"]
        backButton.focus()
    }

    /// Removes the present from the page.
    func clear() {
        sharing.close()
        shown = nil
        text.text = ""
        picture.show(nil)
    }
}
