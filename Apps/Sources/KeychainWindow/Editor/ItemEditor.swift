import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The form in which an item is made or changed.
@MainActor final class ItemEditor {
    let content: Clamp
    /// The item that is changed; `nil` for a new one.
    let base: ItemDetails?
    let keychain: OwnerKeychain
    private let box = Box(vertical: true, spacing: 12)
    private let error = Label()
    private let fieldsPlace = Box(vertical: true, spacing: 12)
    private var fields: [FormField] = []
    private let password: PasswordField?
    private let kind = Choice(text("Kind of password"), [text("For a program or a service"), text("For a server")])
    private let readable: Choice
    private var itemClass: ItemClass

    /// The classes of items of which one is chosen for a new password.
    private static let classes = [ItemClass.genericPassword, .internetPassword]
    /// The protection classes that can be chosen.
    private static let protections = ["ak", "ck", "dk", "aku", "cku", "dku"]

    convenience init(_ details: ItemDetails) { self.init(details, details.keychain) }

    convenience init(newIn keychain: OwnerKeychain) { self.init(nil, keychain) }

    private init(_ details: ItemDetails?, _ keychain: OwnerKeychain) {
        (base, self.keychain) = (details, keychain)
        itemClass = details?.item.itemClass ?? .genericPassword
        password = details?.isPassword ?? true ? PasswordField(isNew: details == nil) : nil
        readable = Choice(text("Readable"), Self.protections.map { AttributeLabel.protection($0) })
        content = Clamp(box)
        box.setMargins(vertical: 24, horizontal: 16)
        error.setClass("error")
        error.isVisible = false
        build()
    }

    private func build() {
        let title = Label(base == nil ? text("New Password") : text("Edit {name}", ["name": itemClass.label]))
        title.setClass("title-2")
        box.append(title)
        box.append(error)
        if base == nil {
            box.append(kind)
            kind.onChange { [weak self] in self?.chooseKind() }
        }
        box.append(fieldsPlace)
        if let password { box.append(password.view) }
        if isProtectionShown {
            readable.choose(Self.protections.firstIndex(of: protection) ?? 0)
            let line = Box(vertical: true, spacing: 2)
            line.append(Label(hint: text("Readable")))
            line.append(readable)
            box.append(line)
        }
        fillFields()
    }

    /// An item with an access control has its protection class there, which takes more than a choice to change.
    private var isProtectionShown: Bool {
        base?.item[.accessControl]?.accessControl?.isConstrained != true && Self.protections.contains(protection)
    }

    private var protection: String {
        guard let item = base?.item else { return itemClass.defaultAccessible }
        return item[.accessible]?.string ?? item[.accessControl]?.accessControl?.protection.code ?? ""
    }

    private func chooseKind() {
        itemClass = Self.classes[min(kind.chosen ?? 0, Self.classes.count - 1)]
        fillFields()
    }

    private func fillFields() {
        fieldsPlace.removeAll()
        let keys: [AttributeKey] = [
            .label, .service, .server, .port, .path, .account, .itemDescription, .comment, .applicationTag,
        ]
        fields = keys.filter(isEditable).map { FormField($0, base?.item.shown($0) ?? "") }
        if base == nil, keychain.isDevice { fields.append(FormField(.accessGroup, OwnerKeychain.group)) }
        for field in fields { fieldsPlace.append(field.view) }
    }

    /// What is bytes, or was cut, must not be stored as the text that stands for it.
    private func isEditable(_ key: AttributeKey) -> Bool {
        guard itemClass.attribute(key) != nil else { return false }
        switch base?.item[key] {
        case nil, .number: return true
        case .string(let text): return AttributeText.safe(text) == text
        case .data(let bytes):
            return String(validating: bytes, as: UTF8.self).map { AttributeText.safe($0) == $0 } ?? false
        default: return false
        }
    }

    func focus() { fields.first?.focus() }

    func complain(_ message: String) {
        error.text = message
        error.isVisible = true
    }

    // MARK: - Drafts

    /// What the form has that is not stored; `nil` for nothing.
    var draft: Draft? {
        let changed = fields.compactMap { field in field.changed.map { (field.key.rawValue, $0) } }
        let draft = Draft(
            reference: base?.reference.data, itemClass: itemClass.code,
            texts: Dictionary(changed) { $1 },
            protection: isProtectionShown && chosenProtection != protection ? chosenProtection : nil,
            password: password?.secret)
        return draft.isEmpty ? nil : draft
    }

    /// Fills the form with a draft of the same item.
    func fill(with draft: Draft) {
        if base == nil { kind.choose(Self.classes.firstIndex { $0.code == draft.itemClass } ?? 0) }
        for field in fields { if let text = draft.texts[field.key.rawValue] { field.text = text } }
        if let code = draft.protection { readable.choose(Self.protections.firstIndex(of: code) ?? 0) }
        if let secret = draft.password { password?.set(secret) }
    }

    // MARK: - Result

    /// Returns what the form says.
    ///
    /// - Throws: a ``Failure`` if something is missing.
    func change() throws -> ItemChange {
        guard let base else { return ItemChange(keychain: keychain, what: .add(try newItem())) }
        var changes = Changes()
        for field in fields { if let text = field.changed { changes.attributes[field.key] = .string(text) } }
        if isProtectionShown, let code = chosenProtection, code != protection {
            changes.attributes[.accessible] = .string(code)
        }
        if let secret = password?.secret { changes.data = .replace(secret) }
        return ItemChange(keychain: keychain, what: .update(base.reference, changes), proof: base.proof)
    }

    private var chosenProtection: String? {
        readable.chosen.flatMap { Self.protections.indices.contains($0) ? Self.protections[$0] : nil }
    }

    private func newItem() throws -> NewItem {
        guard let secret = password?.secret else { throw Failure(message: text("Type a password, or generate one.")) }
        var item = NewItem(itemClass, data: secret)
        for field in fields where !field.text.isEmpty { item.attributes[field.key] = .string(field.text) }
        guard fields.contains(where: { $0.key != .accessGroup && !$0.text.isEmpty }) else {
            throw Failure(message: text("Say what the password is for."))
        }
        if item.attributes[.label] == nil {
            let name = fields.first { [.service, .server, .account].contains($0.key) && !$0.text.isEmpty }
            item.attributes[.label] = name.map { .string($0.text) }
        }
        if let code = chosenProtection { item.attributes[.accessible] = .string(code) }
        return item
    }
}
