import Foundation
import PasswordVault
import Secrets

/// The reader of KeePass's XML document, of a database and of an export.
///
/// Values are decrypted in the order of the document, also those that are left out.
/// Specified in: KeePass's documentation, “KDBX File Format Specification”, “XML”.
final class KeePassDocumentReader {
    private let xml: XMLPullReader
    private let stream: InnerStream
    private let context: ImportContext
    private let headerHash: [UInt8]?
    private var binaries: [String: KeePassBinary]
    private var database = KeePassDatabase()
    private let scratch = WipedBuffer()
    private var inflatedBytes = 0
    /// The most strings of an entry.
    private static let mostStrings = 2000
    /// The most bytes of all compressed attachments.
    private static let mostInflated = 1 << 30

    init(_ content: KDBXContent, _ context: ImportContext) throws(ExchangeError) {
        xml = try XMLPullReader(content.document)
        (stream, binaries, headerHash) = (content.stream, content.binaries, content.headerHash)
        self.context = context
    }

    /// Reads the document.
    func read() throws(ExchangeError) -> KeePassDatabase {
        guard try xml.root() == "KeePassFile" else { throw xml.error("the document is none of KeePass") }
        var hasRoot = false
        while let name = try xml.nextChild() {
            switch name {
            case "Meta": try readMeta()
            case "Root":
                guard !hasRoot else { throw xml.error("the document has two roots") }
                hasRoot = true
                try readRoot()
            default: try pass()
            }
        }
        guard !database.groups.isEmpty else { throw xml.error("the document has no group") }
        return database
    }

    private func readMeta() throws(ExchangeError) {
        while let name = try xml.nextChild() {
            switch name {
            case "HeaderHash":
                let hash = Data(base64Encoded: try xml.text())
                guard headerHash == nil || hash == nil || hash.map(Array.init) == headerHash else {
                    throw xml.error("the header of the database was changed", remedy: "use a copy of the file")
                }
            case "RecycleBinEnabled": database.usesRecycleBin = Self.isTrue(try xml.text())
            case "RecycleBinUUID": database.recycleBin = try id()
            case "Binaries": try readBinaries()
            default: try pass()
            }
        }
    }

    private func readBinaries() throws(ExchangeError) {
        while let name = try xml.nextChild() {
            guard name == "Binary", let id = xml.attributes["ID"] else {
                try pass()
                continue
            }
            binaries[id] = try binary()
        }
    }

    private func readRoot() throws(ExchangeError) {
        while let name = try xml.nextChild() {
            guard name == "Group" else {
                try pass()
                continue
            }
            guard database.groups.isEmpty else { throw xml.error("the document has two outermost groups") }
            try readGroup(parent: nil)
        }
    }

    private func readGroup(parent: Int?) throws(ExchangeError) {
        try context.checkCancellation()
        let index = database.groups.count
        database.groups.append(KeePassGroup(parent: parent))
        while let name = try xml.nextChild() {
            switch name {
            case "UUID": database.groups[index].id = try id()
            case "Name": database.groups[index].name = try value().text
            case "Notes": database.groups[index].hasNotes = !(try value().text.isEmpty)
            case "CustomData":
                if try customData(KeePassLayout.kindKey).ours != nil { database.groups[index].isKind = true }
            case "Entry":
                var entry = try readEntry(isFormer: false)
                entry.group = index
                database.entries.append(entry)
            case "Group": try readGroup(parent: index)
            default: try pass()
            }
        }
    }

    private func readEntry(isFormer: Bool) throws(ExchangeError) -> KeePassEntry {
        try context.checkCancellation()
        var entry = KeePassEntry()
        while let name = try xml.nextChild() {
            switch name {
            case "String":
                guard entry.strings.count < Self.mostStrings else {
                    throw xml.error("an entry has more than \(Self.mostStrings) strings", .tooLarge)
                }
                if let string = try readString() { entry.strings.append(string) }
            case "Times": try readTimes(&entry)
            case "UUID": entry.id = try id()
            case "Binary": if let attachment = try readAttachment() { entry.attachments.append(attachment) }
            case "Tags": entry.tags = Self.tags(try xml.text())
            case "CustomIconUUID": if try id() != nil { entry.extras.insert(.icon) }
            case "ForegroundColor", "BackgroundColor": if !(try xml.text().isEmpty) { entry.extras.insert(.colours) }
            case "OverrideURL": entry.overrideURL = try xml.text()
            case "AutoType": if try hasAutoType() { entry.extras.insert(.autoType) }
            case "CustomData":
                let data = try customData(KeePassLayout.key)
                entry.layout = data.ours
                if data.hasOthers { entry.extras.insert(.pluginData) }
            case "History" where !isFormer:
                while let name = try xml.nextChild() {
                    if name == "Entry" { entry.history.append(try readEntry(isFormer: true)) } else { try pass() }
                }
            default: try pass()
            }
        }
        return entry
    }

    private func readString() throws(ExchangeError) -> KeePassString? {
        var (key, value) = ("", KeePassString(key: "", value: .text("")))
        while let name = try xml.nextChild() {
            switch name {
            case "Key": key = try xml.text()
            case "Value": value = try self.value()
            default: try pass()
            }
        }
        value.key = key
        return key.isEmpty && value.value.isEmpty ? nil : value
    }

    private func readTimes(_ entry: inout KeePassEntry) throws(ExchangeError) {
        var (expiry, expires) = (Date?.none, false)
        while let name = try xml.nextChild() {
            switch name {
            case "CreationTime": entry.created = KeePassDate.date(try xml.text())
            case "LastModificationTime": entry.changed = KeePassDate.date(try xml.text())
            case "ExpiryTime": expiry = KeePassDate.date(try xml.text())
            case "Expires": expires = Self.isTrue(try xml.text())
            default: try pass()
            }
        }
        if expires { entry.expiry = expiry }
    }

    private func readAttachment() throws(ExchangeError) -> ImportedAttachment? {
        var (name, content) = ("", KeePassBinary?.none)
        while let part = try xml.nextChild() {
            switch part {
            case "Key": name = try xml.text()
            case "Value":
                if let reference = xml.attributes["Ref"] {
                    guard let binary = binaries[reference] else {
                        throw xml.error("an attachment that an entry names is missing")
                    }
                    content = binary
                    try xml.skip()
                } else {
                    content = try binary()
                }
            default: try pass()
            }
        }
        return content.map { ImportedAttachment(name: name, content: $0) }
    }

    /// Whether an entry has settings of its own for typing into windows.
    private func hasAutoType() throws(ExchangeError) -> Bool {
        var isOwn = false
        while let name = try xml.nextChild() {
            switch name {
            case "Association":
                isOwn = true
                try pass()
            case "DefaultSequence": isOwn = !(try xml.text().isEmpty) || isOwn
            default: try pass()
            }
        }
        return isOwn
    }

    /// Reads data of programs.
    ///
    /// - Returns: the value of `wanted`, and whether there are others.
    private func customData(_ wanted: String) throws(ExchangeError) -> (ours: String?, hasOthers: Bool) {
        var (ours, hasOthers) = (String?.none, false)
        while try xml.nextChild() != nil {
            var (key, text) = ("", "")
            while let name = try xml.nextChild() {
                switch name {
                case "Key": key = try xml.text()
                case "Value": text = try value().text
                default: try pass()
                }
            }
            if key == wanted { ours = text } else if !key.isEmpty { hasOthers = true }
        }
        return (ours, hasOthers)
    }

    // MARK: - Values

    private func id() throws(ExchangeError) -> UUID? {
        let data = Data(base64Encoded: try xml.text()) ?? Data()
        return data.contains { $0 != 0 } ? UUID(bytes: data) : nil
    }

    /// Reads the value of the open element: a secret if it is encrypted, or marked to be.
    private func value() throws(ExchangeError) -> KeePassString {
        if Self.isTrue(xml.attributes["Protected"]) {
            try decryptContent()
            return KeePassString(key: "", value: .secret(scratch.withUnsafeBytes { Secret(SecretBytes(copying: $0)) }))
        }
        guard Self.isTrue(xml.attributes["ProtectInMemory"]) else {
            return KeePassString(key: "", value: .text(try xml.text()))
        }
        return try xml.content { bytes throws(ExchangeError) in
            KeePassString(key: "", value: .secret(Secret(SecretBytes(copying: bytes))))
        }
    }

    /// Reads the open element's Base64 into `scratch`, decrypted.
    private func decryptContent() throws(ExchangeError) {
        try decodeContent()
        try scratch.withUnsafeMutableBytes { bytes throws(ExchangeError) in try stream.run(bytes) }
    }

    private func decodeContent() throws(ExchangeError) {
        scratch.removeAll()
        let data = try xml.content { bytes throws(ExchangeError) in
            bytes.isEmpty ? Data() : Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters)
        }
        guard let data else { throw xml.error("a value is no Base64") }
        data.withUnsafeBytes { scratch.append($0) }
    }

    /// Reads an attachment's content from the open element.
    private func binary() throws(ExchangeError) -> KeePassBinary {
        let isCompressed = Self.isTrue(xml.attributes["Compressed"])
        if Self.isTrue(xml.attributes["Protected"]) { try decryptContent() } else { try decodeContent() }
        return try scratch.withUnsafeBytes { bytes throws(ExchangeError) in
            guard isCompressed, !bytes.isEmpty else { return KeePassBinary(WipedBuffer(copying: bytes)) }
            let inflated = try Gzip.inflate(bytes, limit: Self.mostInflated - inflatedBytes)
            inflatedBytes += inflated.count
            return KeePassBinary(inflated)
        }
    }

    /// Passes over the open element. What is encrypted in it takes its part of the key stream.
    private func pass() throws(ExchangeError) {
        if Self.isTrue(xml.attributes["Protected"]) { return try decryptContent() }
        while try xml.nextChild() != nil { try pass() }
    }

    private static func isTrue(_ text: String?) -> Bool {
        text.map { $0.lowercased() == "true" || $0 == "1" } ?? false
    }

    private static func tags(_ text: String) -> [String] {
        var tags: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," || $0 == "\t" }) {
            let tag = part.trimmingCharacters(in: .whitespaces)
            if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}
