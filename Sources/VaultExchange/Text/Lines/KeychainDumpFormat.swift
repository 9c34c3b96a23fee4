import Foundation

/// The text that macOS writes for `security dump-keychain -d`: passwords of programs and of the internet, and secure notes.
struct KeychainDumpFormat: ImportFormat {
    let name = "macos-keychain"
    let title = "macOS keychain (security dump-keychain -d)"
    /// The most bytes of a file.
    private static let largest = 256 << 20

    func recognizes(_ source: ImportSource) -> Bool {
        let text = source.headText
        return text.drop(while: \.isWhitespace).hasPrefix("keychain: \"") && text.contains("\nclass: ")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let text = try DecodedText.exact(source.contents(atMost: Self.largest))
        var content = ImportedContent()
        var entry: DumpedItem?
        var number = 0
        func end() { if let entry { entry.add(to: &content) } }
        text.enumerateLinesFast { line in
            number += 1
            if line.hasPrefix("keychain: ") {
                end()
                entry = DumpedItem(keychain: DumpedValue.text(line.dropFirst(10)) ?? "", line: number)
            } else {
                entry?.take(line)
            }
            if number & 4095 == 0 { context.progress(min(1, Double(number) / Double(max(1, source.size / 40)))) }
            return !(number & 4095 == 0 && context.cancellation?.isCancelled ?? false)
        }
        try context.checkCancellation()
        end()
        guard number > 0, !content.items.isEmpty || !content.remarks.isEmpty else {
            throw ExchangeError(
                .damaged, "there are no items in it", remedy: "make the file by: security dump-keychain -d")
        }
        return content
    }
}

extension String {
    /// Calls `body` with the lines until it returns false.
    fileprivate func enumerateLinesFast(_ body: (Substring) -> Bool) {
        var rest = self[...]
        while !rest.isEmpty {
            let end = rest.utf8.firstIndex(of: 0x0A) ?? rest.endIndex
            var line = rest[..<end]
            if line.utf8.last == 0x0D { line = line[..<line.utf8.index(before: line.endIndex)] }
            guard body(line) else { return }
            rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : ""
        }
    }
}

/// A value as `security` writes it: text in quotes, or hexadecimal digits with the text after them.
private enum DumpedValue {
    /// Returns the text; `nil` for `<NULL>` and for what is none.
    static func text(_ value: Substring) -> String? {
        let value = value.drop { $0 == " " }
        if value.hasPrefix("0x") {
            let digits = value.dropFirst(2).prefix { $0 != " " }
            guard let bytes = CodeHex.bytes(digits) else { return nil }
            return String(validating: bytes.last == 0 ? bytes.dropLast() : bytes[...], as: UTF8.self) ?? "0x" + digits
        }
        guard value.hasPrefix("\""), let end = value.lastIndex(of: "\""), end > value.startIndex else { return nil }
        return String(value[value.index(after: value.startIndex)..<end])
    }
}

/// Hexadecimal digits.
private enum CodeHex {
    static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// An item of the text.
private struct DumpedItem {
    private let keychain: String
    private let line: Int
    private var itemClass = ""
    private var attributes: [String: String] = [:]
    private var data: String?
    private var awaitsData = false

    init(keychain: String, line: Int) { (self.keychain, self.line) = (keychain, line) }

    mutating func take(_ line: Substring) {
        if awaitsData {
            awaitsData = false
            data = DumpedValue.text(line)
            if data != nil || line.isEmpty { return }
        }
        if line.hasPrefix("class: ") {
            itemClass = DumpedValue.text(line.dropFirst(7)) ?? String(line.dropFirst(7))
        } else if line.hasPrefix("data:") {
            awaitsData = true
        } else if let equals = line.firstIndex(of: "="), let type = line[..<equals].firstIndex(of: "<") {
            let name = line[..<type].trimmingCharacters(in: CharacterSet(charactersIn: " \"")).lowercased()
            let value = line[line.index(after: equals)...].drop { $0 == " " }
            // The digits of a port are a number, those of other values are bytes.
            let isNumber = name == "port" && value.hasPrefix("0x")
            let text = isNumber ? value.trimmingCharacters(in: .whitespaces) : DumpedValue.text(value)
            if attributes[name] == nil { attributes[name] = text }
        }
    }

    func add(to content: inout ImportedContent) {
        guard itemClass == "genp" || itemClass == "inet" else {
            let name = UntrustedName.short(itemClass)
            return content.remarks.append(
                ImportRemark("line \(line)", "left out: an item of the class “\(name)” (no password)"))
        }
        var draft = ItemDraft()
        draft.vault = keychain.split(separator: "/").last.map(String.init)
        draft.title = attributes["0x00000007"] ?? attributes["labl"] ?? attributes["svce"] ?? attributes["srvr"] ?? ""
        draft.username = attributes["acct"] ?? ""
        draft.notes = attributes["icmt"] ?? ""
        draft.created = Self.date(attributes["cdat"])
        draft.changed = Self.date(attributes["mdat"])
        fillSecret(&draft)
        if itemClass == "inet" { draft.websites = website.map { [$0] } ?? [] } else { fillService(&draft) }
        draft.add("description", attributes["desc"] ?? "")
        draft.add("security domain", attributes["sdmn"] ?? "")
        content.items.append(draft.item(at: "line \(line)", &content.remarks))
    }

    private func fillSecret(_ draft: inout ItemDraft) {
        let isNote = attributes["desc"] == "secure note" || attributes["type"] == "note"
        if isNote { draft.kind = .secureNote }
        guard let data else {
            return draft.remarks.append("it has no password: macOS did not show it, or the file was made without -d")
        }
        guard isNote else { return draft.password = data }
        draft.addNotes(Self.note(data) ?? data)
    }

    /// A password of a program. A website is what looks like one.
    private func fillService(_ draft: inout ItemDraft) {
        guard let service = attributes["svce"], service != draft.title else { return }
        if service.contains("://") { draft.websites = [service] } else { draft.add("service", service) }
    }

    private static let schemes = [
        "htps": "https", "http": "http", "ftp ": "ftp", "ftps": "ftps", "ssh ": "ssh", "smb ": "smb", "imap": "imap",
        "imps": "imaps", "pop3": "pop3", "pops": "pop3s", "smtp": "smtp", "ldap": "ldap", "afp ": "afp",
    ]

    private var website: String? {
        guard let server = attributes["srvr"], !server.isEmpty else { return nil }
        guard let scheme = Self.schemes[attributes["ptcl"] ?? ""] else { return server }
        return scheme + "://" + server + port + (attributes["path"].map { $0.hasPrefix("/") ? $0 : "/" + $0 } ?? "")
    }

    /// The port, unless it is that of HTTP or HTTPS.
    private var port: String {
        guard let text = attributes["port"], text.hasPrefix("0x"), let number = UInt16(text.dropFirst(2), radix: 16),
            ![0, 80, 443].contains(number)
        else { return "" }
        return ":\(number)"
    }

    /// Returns a date like `20210131123000Z`, as its text or within it.
    private static func date(_ text: String?) -> Date? {
        guard let digits = text?.prefix(14), digits.count == 14, digits.allSatisfy(\.isNumber) else { return nil }
        let parts = Array(digits)
        let iso =
            "\(String(parts[0..<4]))-\(String(parts[4..<6]))-\(String(parts[6..<8]))T"
            + "\(String(parts[8..<10])):\(String(parts[10..<12])):\(String(parts[12..<14]))Z"
        return try? Date(iso, strategy: .iso8601)
    }

    /// Returns the text of a secure note, which is the string `NOTE` of a property list.
    private static func note(_ data: String) -> String? {
        guard data.contains("<plist"), let key = data.range(of: "<key>NOTE</key>") else { return nil }
        let rest = data[key.upperBound...]
        guard let start = rest.range(of: "<string>"),
            let end = rest.range(of: "</string>", range: start.upperBound..<rest.endIndex)
        else { return nil }
        return String(rest[start.upperBound..<end.lowerBound])
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    }
}
