import GtkSupport
import KeychainServices

/// The view of an item that asks the user for something before anything else of it is shown.
@MainActor enum WithheldView {
    /// - Parameter open: asks for it, and shows the item.
    static func content(_ details: ItemDetails, open: @escaping @MainActor () -> Void) -> Clamp {
        let item = details.item
        let demand = item[.accessControl]?.accessControl.map(AttributeLabel.demand) ?? ""
        let button = Button(text("Show the Item…"))
        button.setClass("suggested-action")
        button.setAlignment(horizontal: .start)
        button.onClick(open)
        let box = Box(vertical: true, spacing: 18)
        box.setMargins(vertical: 24, horizontal: 16)
        box.append(ItemHeading.box(text("Asks for {what}", ["what": demand]), of: item.itemClass))
        box.append(
            Label(
                text(
                    "The program that stored this item wants more than an unlocked keychain before anything of it is read. It is in the access group “{group}”.",
                    ["group": item.shown(.accessGroup)])))
        box.append(button)
        return Clamp(box)
    }
}
