import Foundation
import PasswordTools
import PasswordVault
import Secrets

@testable import VaultExchange

/// Texts as files of other programs.
enum TextReading {
    /// The name of the format that recognises a text; `nil` if none does.
    static func recognized(_ data: Data) -> String? {
        let source = ImportSource(data)
        return ExchangeFormatList.imports.first { $0.recognizes(source) }?.name
    }

    static func recognized(_ text: String) -> String? { recognized(Data(text.utf8)) }

    static func format(_ name: String) throws -> any ImportFormat {
        guard let format = ExchangeFormatList.imports.first(where: { $0.name == name }) else {
            throw ExchangeError(.unsupported, "there is no format “\(name)”")
        }
        return format
    }

    /// Reads a file by the format that recognises it, or by the one that is named.
    static func read(
        _ data: Data, as name: String? = nil, password: String? = nil,
        columns: [(column: String, field: String)] = []
    ) throws -> ImportedContent {
        var context = ImportContext()
        context.columns = columns
        context.password = { _, _ in password.map { SecretBytes(copying: $0.utf8) } }
        return try format(name ?? recognized(data) ?? "none").read(ImportSource(data), context)
    }

    static func read(
        _ text: String, as name: String? = nil, password: String? = nil,
        columns: [(column: String, field: String)] = []
    ) throws -> ImportedContent { try read(Data(text.utf8), as: name, password: password, columns: columns) }

    /// Writes items by a format.
    static func write(
        _ items: [VaultItem], as name: String, password: String = ""
    ) throws -> (data: Data, remarks: [ImportRemark]) {
        guard let format = ExchangeFormatList.exports.first(where: { $0.name == name }) else {
            throw ExchangeError(.unsupported, "there is no format “\(name)”")
        }
        var context = ExportContext()
        context.derivesCheaply = true
        context.password = { SecretBytes(copying: password.utf8) }
        let buffer = ExportBuffer()
        let remarks = try format.write(items.map { ExportedItem($0) }, to: buffer, context)
        return (buffer.data, remarks)
    }

    /// Reads every beginning of a file: each has to end in a result or an error of ours.
    static func readBeginnings(of data: Data, as name: String, password: String? = nil) throws {
        for count in 0..<data.count {
            do { _ = try read(data.prefix(count), as: name, password: password) } catch is ExchangeError {}
            _ = recognized(Data(data.prefix(count)))
        }
    }
}

extension VaultItem {
    /// The text of a field, also of a secret one; empty if it is missing.
    func value(_ id: String) -> String { Self.text(self[id]) }

    /// The text of a custom field, by its label; empty if it is missing.
    func custom(_ label: String) -> String { Self.text(allFields.first { $0.label == label }?.value) }

    /// The kind of a custom field.
    func kind(_ label: String) -> FieldKind? { allFields.first { $0.label == label }?.kind }

    private static func text(_ value: FieldValue?) -> String {
        switch value {
        case .text(let text): text
        case .secret(let secret): secret.text
        case nil: ""
        }
    }
}

/// Random numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text with what files have to escape.
    mutating func text(_ longest: Int = 12) -> String {
        let characters = Array("abcXYZ019,;\"'\\=&<>%+@/ äß漢🔑")
        let count = Int.random(in: 1...longest, using: &self)
        let middle = (0..<count).map { _ in characters.randomElement(using: &self) ?? "x" }
        return "a" + String(middle) + "z"
    }
}
