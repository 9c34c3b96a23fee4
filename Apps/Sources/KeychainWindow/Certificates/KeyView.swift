import Foundation
import GtkSupport
import KeychainServices

/// A key: what it is, what it may do, where it is, and its public half.
@MainActor struct KeyView {
    private let key: KeyDetails
    private let item: Item
    private let context: WindowContext

    init(_ key: KeyDetails, _ item: Item, _ context: WindowContext) {
        (self.key, self.item, self.context) = (key, item, context)
    }

    func add(to box: Box) {
        let list = Section.add(text("Key"), to: box)
        list.appendFixed(TextRow(text("What it is"), kind, context).view)
        list.appendFixed(TextRow(text("What it may do"), uses, context).view)
        list.appendFixed(TextRow(text("Where it is"), place, context).view)
        guard let publicKey = key.publicKey else { return }
        let half = Section.add(text("Public Half"), to: box)
        let bytes = AttributeText.hexadecimal(publicKey)
        half.appendFixed(TextRow(text("External representation"), bytes, context, style: "hexadecimal").view)
        if let fingerprint = key.fingerprint {
            half.appendFixed(TextRow(text("SHA-256 fingerprint"), fingerprint, context, style: "hexadecimal").view)
        }
    }

    private var kind: String {
        let keyClass =
            switch item[.keyClass]?.number {
            case 0: text("Public key")
            case 1: text("Private key")
            default: text("Symmetric key")
            }
        var parts = [keyClass]
        switch item[.type]?.number {
        case 42: parts.append("RSA")
        case 73: parts.append(text("elliptic curve"))
        default: break
        }
        if let size = item[.keySizeInBits]?.number, size > 0 { parts.append(text("{size} bits", ["size": "\(size)"])) }
        return parts.joined(separator: ", ")
    }

    private var uses: String {
        let all: [AttributeKey] = [
            .canSign, .canVerify, .canEncrypt, .canDecrypt, .canDerive, .canWrap, .canUnwrap, .canSignRecover,
            .canVerifyRecover,
        ]
        let names = all.filter { item[$0]?.number ?? 0 != 0 }.compactMap { AttributeLabel.name(of: $0) }
        return names.isEmpty ? text("Nothing is said about that") : names.joined(separator: ", ")
    }

    private var place: String {
        let token = item.shown(.tokenID)
        // The name that programs of Apple's have for hardware that keeps keys.
        if token == "com.apple.setoken" { return text("In hardware: it works there, and cannot be copied") }
        if !token.isEmpty { return text("On the token {name}", ["name": token]) }
        guard item[.keyClass]?.number == 1, item[.extractable]?.number == 0 else { return text("In this keychain") }
        return text("In this keychain, which uses it and does not give it out")
    }
}
