import Foundation
import PasswordVault
import Secrets

/// Exports of KDE's wallet in XML.
///
/// Specified in: KWallet Manager's export: `wallet`, `folder`, and in them `password`, `map` with `mapentry`, and `stream` in Base64.
struct KWalletFormat: ImportFormat {
    let name = "kwallet-xml"
    let title = "KWallet (XML)"

    func recognizes(_ source: ImportSource) -> Bool {
        !source.isDirectory && XMLProlog.rootName(source.headText) == "wallet"
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let xml = try XMLPullReader(WipedBuffer(try source.contents()))
        guard try xml.root() == "wallet" else { throw xml.error("the document is none of KWallet") }
        let wallet = xml.attributes["name"]
        var content = ImportedContent()
        while let name = try xml.nextChild() {
            guard name == "folder" else {
                try xml.skip()
                continue
            }
            let folder = xml.attributes["name"] ?? ""
            while let kind = try xml.nextChild() {
                try context.checkCancellation()
                guard var item = try read(xml, kind) else { continue }
                item.folder = folder.isEmpty ? [] : [folder]
                item.sourceVault = wallet
                content.items.append(item)
            }
        }
        return content
    }

    private func read(_ xml: XMLPullReader, _ kind: String) throws(ExchangeError) -> ImportedItem? {
        let (name, position) = (xml.attributes["name"] ?? "", xml.position)
        switch kind {
        case "password":
            var item = VaultItem(.password, title: name)
            item["password"] = .secret(try secret(xml))
            return ImportedItem(item, position: position)
        case "map": return ImportedItem(try readMap(xml, name), position: position)
        case "stream":
            let data = try xml.content { bytes throws(ExchangeError) in
                bytes.isEmpty ? Data() : Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters)
            }
            guard let data else { throw xml.error("an entry is no Base64") }
            var item = ImportedItem(VaultItem(.secureNote, title: name), position: position)
            item.attachments = [
                ImportedAttachment(name: name.isEmpty ? "stream" : name, content: KeePassBinary(WipedBuffer(data)))
            ]
            return item
        default:
            try xml.skip()
            return nil
        }
    }

    /// Reads a map: a login, whose other values are concealed fields.
    ///
    /// Browsers name it after the page and its form: `https://example.org/login#form`.
    private func readMap(_ xml: XMLPullReader, _ name: String) throws(ExchangeError) -> VaultItem {
        let address = name.contains("://") ? String(name.prefix { $0 != "#" }) : nil
        var item = VaultItem(.login, title: address.flatMap { URLComponents(string: $0)?.host } ?? name)
        if let address { item.websites = [SavedWebsite(address)] }
        while let part = try xml.nextChild() {
            guard part == "mapentry" else {
                try xml.skip()
                continue
            }
            let key = xml.attributes["name"] ?? ""
            let value = try secret(xml)
            switch Self.field(key.lowercased()) {
            case "password"? where item.secret("password") == nil: item["password"] = .secret(value)
            case "username"? where item.text("username") == nil: item["username"] = .secret(value)
            default: item.fields.append(Field(label: key, kind: .concealed, value: .secret(value)))
            }
        }
        return item
    }

    private static func field(_ key: String) -> String? {
        if ["pass", "pwd", "secret"].contains(where: key.contains) { return "password" }
        return ["user", "login", "email", "e-mail", "account"].contains(where: key.contains) ? "username" : nil
    }

    private func secret(_ xml: XMLPullReader) throws(ExchangeError) -> Secret {
        try xml.content { bytes throws(ExchangeError) in Secret(SecretBytes(copying: bytes)) }
    }
}
