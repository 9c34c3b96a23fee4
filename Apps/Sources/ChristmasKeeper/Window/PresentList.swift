import GtkSupport

/// The page with all presents.
@MainActor final class PresentList {
    let page: Widget
    private let interface: Interface
    private let states: Pages
    private let list: RowList<Present, PresentRow>

    /// - Parameters:
    ///   - add: called when the user adds a present.
    ///   - open: called when the user opens a present.
    ///   - lock: called when the user closes the list.
    init(
        add: @escaping @MainActor () -> Void, open: @escaping @MainActor (Present) -> Void,
        lock: @escaping @MainActor () -> Void
    ) {
        interface = Interface(PackageResources.presents_ui)
        (page, states) = (interface["page"], interface["states"])
        list = RowList(
            text("Presents"),
            makeRow: {
                let row = PresentRow()
                return (row, row.widget)
            }, fillRow: { $0.show($1) })
        list.view.setClass("christmas-list")
        list.setOpensByClick(true)
        let scroller: Scroller = interface["scroller"]
        scroller.setChild(list.view)
        let (addButton, addFirst, lockButton): (Button, Button, Button) = (
            interface["add"], interface["add-first"], interface["lock"]
        )
        for button in [addButton, addFirst] { button.onClick(add) }
        lockButton.onClick(lock)
        list.onOpen { [weak list] place in
            guard let list, list.elements.indices.contains(place) else { return }
            open(list.elements[place])
        }
    }

    /// The presents in the list.
    var presents: [Present] {
        get { list.elements }
        set {
            list.show(newValue)
            states.shown = newValue.isEmpty ? "empty" : "list"
        }
    }

    /// Moves the focus to the list, or to the button that adds the first present.
    func focus() {
        let addFirst: Button = interface["add-first"]
        if presents.isEmpty { addFirst.focus() } else { list.focus() }
    }
}
