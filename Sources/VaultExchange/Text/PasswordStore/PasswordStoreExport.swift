import Foundation
import Glibc
import LinuxSupport
import PasswordVault
import Secrets

/// A directory that `pass` reads: a file for each item, encrypted by the user's gpg.
struct PasswordStoreExport: ExportFormat {
    let name = "pass"
    let title = "pass (directory)"
    let isEncrypted = true
    let isDirectory = true

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        guard let directory = destination.directory else {
            throw ExchangeError(.io, "a password store is a directory", remedy: "name a new directory")
        }
        let recipients = try recipients(directory, context)
        var remarks: [ImportRemark] = []
        var names: Set<String> = []
        for (index, item) in items.enumerated() {
            if context.cancellation?.isCancelled ?? false {
                throw ExchangeError(.cancelled, "interrupted; \(index) files were written")
            }
            context.progress(Double(index) / Double(items.count))
            let name = Self.fileName(item.item.title, &names)
            if name != item.item.title { remarks.append(ImportRemark(item.item.title, "its file is named “\(name)”")) }
            try Self.write(item.item, directory + "/" + name + ".gpg", recipients)
            remarks += ExportRemainder.of(item, besides: item.item.allFields.map(\.id), websites: .max, tags: true)
                .map { ImportRemark(item.item.title, $0) }
        }
        return remarks
    }

    /// Returns the recipients: those of the context, else those of the store; and makes the store.
    private func recipients(_ directory: String, _ context: ExportContext) throws(ExchangeError) -> [String] {
        let file = directory + "/.gpg-id"
        let known = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let listed = known.split(separator: "\n").map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let recipients = context.recipients.isEmpty ? listed : context.recipients
        guard !recipients.isEmpty else {
            throw ExchangeError(
                .passwordRequired, "there is no recipient", remedy: "name the gpg key that the files are encrypted to")
        }
        guard recipients.allSatisfy({ !$0.hasPrefix("-") && !$0.contains(where: \.isNewline) }) else {
            throw ExchangeError(.unsupported, "a recipient is no name of a key", remedy: "give a key's fingerprint")
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Self.unwritable(directory) }
        if listed.isEmpty {
            let text = recipients.joined(separator: "\n") + "\n"
            guard let written = Self.create(file),
                text.utf8.withContiguousStorageIfAvailable({
                    written.write(UnsafeRawBufferPointer($0)).errno
                }) ?? EIO == 0
            else { throw Self.unwritable(file) }
        }
        return recipients
    }

    private static func create(_ path: String) -> Descriptor? {
        Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
    }

    private static func unwritable(_ path: String) -> ExchangeError {
        ExchangeError(
            .io, "“\(path)” cannot be written: \(String(cString: strerror(errno)))",
            remedy: "choose a new directory; files that exist are not overwritten")
    }

    private static func write(_ item: VaultItem, _ path: String, _ recipients: [String]) throws(ExchangeError) {
        guard let file = create(path) else { throw unwritable(path) }
        do throws(ExchangeError) {
            let text = PasswordStoreText.text(item)
            try GPG.encrypt(text, to: recipients, file, item.title)
            guard file.synchronize() == 0 else { throw unwritable(path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Returns a name that is safe in a directory, and no other item has.
    private static func fileName(_ title: String, _ names: inout Set<String>) -> String {
        var name = String(
            title.map { character in
                character == "/" || character.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
                    ? "-" : character
            })
        while name.utf8.count > 200 { name.removeLast() }
        name = name.trimmingCharacters(in: .whitespaces)
        if name.hasPrefix(".") || name.hasPrefix("-") { name = "_" + name.dropFirst() }
        if name.isEmpty { name = "Untitled" }
        var unique = name
        var number = 2
        while !names.insert(unique.lowercased()).inserted {
            unique = "\(name) (\(number))"
            number += 1
        }
        return unique
    }
}

/// The text of an item in a password store's file.
enum PasswordStoreText {
    static func text(_ item: VaultItem) -> SecretBytes {
        var bytes: [UInt8] = []
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        // The most that the lines take, so that the array is not moved and no copy stays behind.
        bytes.reserveCapacity(4096 + item.allFields.reduce(0) { $0 + size($1) } + (item.notes?.count ?? 0))
        func add(_ text: String) { bytes += Array(text.utf8) }
        var rest: [(label: String, value: String)] = []
        let password = item.secret("password")
        add((password?.text ?? "").contains("\n") ? "" : password?.text ?? "")
        add("\n")
        if let username = item.text("username") { add("username: \(oneLine(username))\n") }
        for website in item.websites { add("url: \(oneLine(website.address))\n") }
        if let uri = OneTimeCodeItems.uri(item) { add(uri + "\n") }
        if !item.tags.isEmpty { add("tags: \(oneLine(item.tags.joined(separator: ", ")))\n") }
        let written = OneTimeCodeItems.fields(item) + (item.text("username") == nil ? [] : ["username"])
        for field in item.allFields where !field.value.isEmpty {
            if written.contains(field.id) { continue }
            let value = text(field)
            if field.id == "password", !value.contains("\n") { continue }
            if isLong(value) {
                rest.append((field.label, value))
            } else {
                add("\(name(field.label)): \(value)\n")
            }
        }
        guard !rest.isEmpty || item.notes != nil else { return SecretBytes(copying: bytes) }
        add(PasswordStoreEntry.notesMark + "\n")
        if let notes = item.notes { add(notes.text + "\n") }
        for field in rest { add("\(field.label):\n\(field.value)\n") }
        return SecretBytes(copying: bytes)
    }

    /// Whether a value cannot stand behind its name in a line.
    private static func isLong(_ value: String) -> Bool {
        value.contains(where: \.isNewline) || value.trimmingCharacters(in: .whitespaces) != value
    }

    /// Returns what a file does not tell of an item; `nil` if it tells all.
    static func remark(_ item: VaultItem) -> String? {
        let long = item.allFields.filter { $0.id != "username" && $0.id != "password" && isLong(text($0)) }
        if !long.isEmpty { return "below its notes: " + long.map(\.label).joined(separator: ", ") }
        return item.kind == .login ? nil : "a password store does not tell kinds of items: it is a \(item.kind.name)"
    }

    private static func size(_ field: Field) -> Int { field.label.utf8.count + text(field).utf8.count + 4 }

    private static func text(_ field: Field) -> String {
        switch field.value {
        case .text(let text): text
        case .secret(let secret): secret.text
        }
    }

    private static func name(_ label: String) -> String { oneLine(label.replacing(":", with: " ")) }

    private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ").replacing("\r", with: " ") }
}
