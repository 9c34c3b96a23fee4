import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The view of an item.
@MainActor final class ItemView {
    let content: Clamp
    private let details: ItemDetails
    private let context: WindowContext
    private let box = Box(vertical: true, spacing: 18)
    private var secret: SecretRow?
    private let life = FilledList.Life()
    private var item: Item { details.item }

    init(_ details: ItemDetails, _ pane: ItemPane) {
        (self.details, context) = (details, pane.context)
        content = Clamp(box)
        box.setMargins(vertical: 24, horizontal: 16)
        box.append(heading())
        if details.isPassword { addSecret() }
        if let certificate = details.certificate {
            let view = CertificateView(certificate, context) { [weak pane, details, context] in
                TrustWindow.show(details, context) { pane?.refresh(onlyChanged: false) }
            }
            view.add(to: box)
        }
        if let key = details.key { KeyView(key, item, context).add(to: box) }
        addAttributes()
        AccessView(details, context, life).add(to: box)
    }

    private func heading() -> Box {
        let names = Names(item)
        let title = names.title.isEmpty ? details.certificate?.summary ?? text("Untitled") : names.title
        return ItemHeading.box(title, of: item.itemClass)
    }

    private func addSecret() {
        let row = SecretRow(details, context)
        secret = row
        Section.add(text("Secret"), to: box).appendFixed(row.view)
    }

    private func addAttributes() {
        let list = Section.add(text("Attributes"), to: box)
        for attribute in item.itemClass.attributes {
            guard attribute.key != .accessControl, !AttributeLabel.isInternal(attribute.key),
                let value = item[attribute.key], let name = AttributeLabel.name(of: attribute.key)
            else { continue }
            list.appendFixed(TextRow(name, AttributeLabel.value(value, of: attribute.key), context).view)
        }
    }

    func conceal() { secret?.conceal() }
    func copySecret() { secret?.copy() }
}

/// The title of an item's view, and the class of the item.
@MainActor enum ItemHeading {
    static func box(_ title: String, of itemClass: ItemClass) -> Box {
        let title = Label(title)
        title.setClass("title-2")
        let kind = Label(itemClass.label)
        kind.setClass("dim-label")
        let icon = Icon(itemClass.icon)
        icon.setPixels(40)
        let heading = Box(spacing: 14)
        heading.append(icon)
        heading.append(TextLines.box(title, kind))
        return heading
    }
}

/// A part of an item's view: a heading and a list with a frame.
@MainActor enum Section {
    static func add(_ title: String, to box: Box) -> PlainList {
        let list = PlainList(framed: title)
        let section = Box(vertical: true, spacing: 8)
        section.append(Label(heading: title))
        section.append(list)
        box.append(section)
        return list
    }
}
