import Foundation
import GtkSupport

/// The page on which a present is written.
@MainActor final class NewPresent {
    let page: Widget
    private let interface: Interface
    private let (picture, message, hint): (Picture, Label, Label)
    private let (cancel, done, choose): (Button, Button, Button)
    private let text: TextArea
    private let spinner: Spinner
    private var chosen: PresentPicture?
    private var kept: PresentContent?

    /// - Parameters:
    ///   - choosePicture: called when the user wants to choose a picture.
    ///   - cancelled: called when the user discards the page.
    ///   - finished: called with the content to store.
    init(
        choosePicture: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor () -> Void,
        finished: @escaping @MainActor (PresentContent) -> Void
    ) {
        interface = Interface(PackageResources.new_present_ui)
        page = interface["page"]
        (picture, message, hint) = (interface["picture"], interface["message"], interface["hint"])
        (cancel, done, choose) = (interface["cancel"], interface["done"], interface["choose"])
        (text, spinner) = (interface["text"], interface["spinner"])
        text.setAccessibleDescription(hint.text)
        text.onChange { [weak self] in self?.textChanged() }
        choose.onClick(choosePicture)
        cancel.onClick(cancelled)
        done.onClick { [weak self] in
            guard let self, let content = finish() else { return }
            finished(content)
        }
        clear()
    }

    /// Begins with an empty page, or with a draft.
    func begin(with draft: PresentContent? = nil) {
        clear()
        kept = draft
        text.text = draft?.text ?? ""
        if let draft, let pixels = PresentStore.pixels(draft.thumbnail) { picture.show(pixels) }
        text.focus()
    }

    /// Empties the page.
    func clear() {
        (chosen, kept) = (nil, nil)
        text.text = ""
        picture.show(PlaceholderPicture.pixels)
        isBusy = false
        say(nil)
    }

    /// Whether work is under way that has to end first.
    var isBusy: Bool {
        get { spinner.isSpinning }
        set {
            spinner.isSpinning = newValue
            for widget in [Widget(choose), Widget(done)] { widget.isEnabled = !newValue }
        }
    }

    /// Shows the chosen picture.
    func show(_ picture: PresentPicture) {
        chosen = picture
        self.picture.show(picture.pixels)
        say(nil)
    }

    /// Shows an error; `nil` removes it.
    func say(_ words: String?) {
        message.text = words ?? ""
        message.isVisible = words != nil
    }

    /// The content of the page; `nil` if it is empty.
    var content: PresentContent? {
        let words = text.text
        let content = PresentContent(
            text: words, date: Date(), picture: chosen?.picture ?? kept?.picture ?? Data(),
            thumbnail: chosen?.thumbnail ?? kept?.thumbnail ?? Data())
        return content.isWorthKeeping ? content : nil
    }

    private func finish() -> PresentContent? {
        guard !isBusy else { return nil }
        guard var content, content.isWorthKeeping else {
            say(GtkSupport.text("Enter some text, or choose a picture."))
            text.focus()
            return nil
        }
        guard content.text.count <= PresentContent.mostLetters else {
            say(
                GtkSupport.text(
                    "This text is too long: {number} letters at most.", ["number": "\(PresentContent.mostLetters)"]))
            return nil
        }
        content.text = content.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return content
    }

    private func textChanged() { hint.isVisible = text.text.isEmpty }
}
