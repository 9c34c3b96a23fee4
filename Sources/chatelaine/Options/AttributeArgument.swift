import ArgumentParser
import Foundation
import KeychainServices

/// One `NAME=VALUE` of the command line.
struct AttributeArgument {
    private enum Text {
        case plain(String)
        case bytes(Data)
    }

    let key: AttributeKey
    private let text: Text

    init(_ key: AttributeKey, _ value: String) {
        self.key = key
        text = .plain(value)
    }

    /// - Throws: if the argument is not `NAME=VALUE`, `NAME:hex=DIGITS` or `NAME:base64=TEXT`.
    static func parse(_ argument: String) throws -> AttributeArgument {
        guard let equals = argument.firstIndex(of: "=") else {
            throw ValidationError("“\(argument)” is not of the form NAME=VALUE.")
        }
        let value = String(argument[argument.index(after: equals)...])
        let parts = argument[..<equals].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = AttributeName.key(named: parts[0]) else {
            throw ValidationError(
                "No kind of item has an attribute “\(parts[0])”; "
                    + (Suggestion.question(for: String(parts[0]), among: AttributeName.all.map(\.name)).map { $0 + " " }
                        ?? "")
                    + "chatelaine add --help lists them all.")
        }
        guard parts.count == 2 else { return AttributeArgument(key, value) }
        guard let bytes = bytes(value, encoding: parts[1]) else {
            throw ValidationError("The value of “\(parts[0])” is not \(parts[1]); there are hex and base64.")
        }
        return AttributeArgument(key: key, text: .bytes(bytes))
    }

    private init(key: AttributeKey, text: Text) {
        self.key = key
        self.text = text
    }

    private static func bytes(_ text: String, encoding: some StringProtocol) -> Data? {
        switch encoding {
        case "base64": return Data(base64Encoded: text)
        case "hex":
            let digits = text.compactMap(\.hexDigitValue)
            guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
            return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
        default: return nil
        }
    }

    /// Returns the value as items of the class store it.
    ///
    /// - Throws: if the class has no such attribute, or it is secret, or the value does not fit.
    func value(in itemClass: ItemClass) throws -> AttributeValue {
        let name = AttributeName.name(of: key)
        guard let attribute = itemClass.attribute(key) else {
            throw Failure.usage(
                "a \(ItemClassName.name(of: itemClass)) has no attribute “\(name)”",
                remedy: "leave it out, or name another class with --class")
        }
        guard !attribute.isSecret else {
            throw Failure.usage(
                "“\(name)” is secret, and a secret is never an argument",
                remedy: "set it with: chatelaine edit … --secret-part \(name)")
        }
        return try attribute.coerce(value(for: attribute, name: name))
    }

    /// Returns the same for an item that is to be stored.
    ///
    /// - Throws: also if the keychain itself sets the attribute: it would silently replace the value.
    func newValue(in itemClass: ItemClass) throws -> AttributeValue {
        guard ![.creationDate, .modificationDate, .sha1, .publicKey].contains(key) else {
            throw Failure.usage(
                "“\(AttributeName.name(of: key))” is set by the keychain, not by the caller", remedy: "leave it out")
        }
        return try value(in: itemClass)
    }

    private func value(for attribute: Attribute, name: String) throws -> AttributeValue {
        switch (text, attribute.kind) {
        case (.bytes(let bytes), _): return .data(bytes)
        case (.plain(let text), .date):
            guard let date = DateText.date(text) else {
                throw Failure.usage("“\(name)” is not a date", remedy: "write it like 2026-11-21T09:30:00Z")
            }
            return .date(date)
        case (.plain, .accessControl):
            throw Failure.usage(
                "access controls cannot be given by name", remedy: "use --require and --attr accessible=…")
        case (.plain(let text), let kind):
            return .string(AttributeValueName.value(text, of: attribute.key, kind: kind))
        }
    }
}

extension ArgumentHelp {
    static let json: ArgumentHelp = "Print JSON; see share/doc/chatelaine/command-line.md."
    static let vaultJSON: ArgumentHelp = "Print JSON; see share/doc/chatelaine/vault-json.md."

    /// Help for an option that can be given several times.
    ///
    /// - Parameter value: the placeholder of its value.
    static func repeated(_ abstract: String, _ value: String = "name=value") -> ArgumentHelp {
        ArgumentHelp("\(abstract) Can be given several times.", valueName: value)
    }
}
