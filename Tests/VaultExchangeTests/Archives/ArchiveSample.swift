import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// Items and files for the tests of JSON and archive formats.
enum ArchiveSample {
    /// An import context that answers passwords in turn.
    static func context(_ passwords: String...) -> ImportContext {
        var context = ImportContext()
        let asked = Counter()
        context.password = { _, _ in
            let number = asked.next()
            return number < passwords.count ? SecretBytes(copying: passwords[number].utf8) : nil
        }
        return context
    }

    static func exportContext(_ password: String? = nil) -> ExportContext {
        var context = ExportContext()
        context.derivesCheaply = true
        context.password = { password.map { SecretBytes(copying: $0.utf8) } }
        return context
    }

    /// Writes items and returns the file.
    static func file(
        _ format: any ExportFormat, _ items: [ExportedItem], password: String? = nil
    ) throws -> (data: Data, remarks: [ImportRemark]) {
        let buffer = ExportBuffer()
        let remarks = try format.write(items, to: buffer, exportContext(password))
        return (buffer.data, remarks)
    }

    /// Reads bytes by the format that recognises them.
    static func read(_ data: Data, _ context: ImportContext = ImportContext()) throws -> ImportedContent {
        let source = ImportSource(data)
        let format = try #require(ExchangeFormatList.imports.first { $0.recognizes(source) })
        return try format.read(source, context)
    }

    static func bytes(_ attachment: ImportedAttachment) throws -> Data {
        var data = Data()
        try attachment.content.read { data.append($0) }
        return data
    }

    /// A description of the values of an item, without what a format leaves out.
    static func values(_ item: VaultItem) -> [String] {
        let fields = item.fields.filter { !$0.value.isEmpty }.map { "\($0.label)|\($0.kind.name)|\($0.value.plain)" }
        let sections = item.sections.filter { $0.fields.contains { !$0.value.isEmpty } }.flatMap { section in
            section.fields.filter { !$0.value.isEmpty }
                .map { "\(section.title)/\($0.label)|\($0.kind.name)|\($0.value.plain)" }
        }
        return [item.kind.name, item.title, item.notes?.text ?? "", "\(item.isFavourite)"]
            + item.websites.map { "\($0.address) \($0.rule)" } + fields + sections
    }

    /// The error of an import.
    static func failure(_ body: () throws -> Void) -> ExchangeError? {
        do { try body() } catch { return error as? ExchangeError }
        return nil
    }
}

final class Counter: @unchecked Sendable {
    // Sendable: used by one thread at a time.
    private var count = -1

    func next() -> Int {
        count += 1
        return count
    }
}

/// Variants of a document in which one member after another has a value of each type.
enum JSONVariants {
    static var values: [Any] {
        [
            NSNull(), -1, 1e300, 0.5, true, "", "text", [Any](), [1, "a", NSNull()], [String: Any](), ["a": ["b": 1]],
        ]
    }

    static func all(of document: Any) -> [Any] {
        if let object = document as? [String: Any] {
            return object.keys.sorted().flatMap { key -> [Any] in
                guard let member = object[key] else { return [] }
                return (values + all(of: member)).map { value in
                    var copy = object
                    copy[key] = value
                    return copy
                }
            }
        }
        guard let array = document as? [Any] else { return [] }
        return array.indices.flatMap { index -> [Any] in
            (values + all(of: array[index])).map { value in
                var copy = array
                copy[index] = value
                return copy
            }
        }
    }
}
