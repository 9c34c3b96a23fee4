import GtkSupport

/// The page with all presents.
@MainActor final class PresentList {
    let page: Widget
    private let interface: Interface
    private let states: Pages
    private let list: RowList<Present, PresentRow>

    /// - Parameters:
    ///   - add: somebody wants to add one.
    ///   - open: somebody wants to look at one.
    ///   - lock: somebody wants to close the list.
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

    /// What is listed.
    var presents: [Present] {
        get { list.elements }
        set {
            list.show(newValue)
            states.shown = newValue.isEmpty ? "empty" : "list"
        }
    }

    /// Has keys go to the list, or to what there is to do without one.
    func focus() {
        let addFirst: Button = interface["add-first"]
        if presents.isEmpty { addFirst.focus() } else { list.focus() }
    }
}
