import Foundation
import KeychainServices
import Secrets
import SecurityBackend

extension Command {
    static let addGenericPassword = Command.add(
        .generic, "add-generic-password",
        "-a account -s service [-w [password] | -p password | -X hex] [options...] [-A | -T program] [keychain]")
    static let addInternetPassword = Command.add(
        .internet, "add-internet-password",
        "-a account -s server [-w [password] | -X hex] [options...] [-A | -T program] [keychain]")

    private static func add(_ kind: PasswordKind, _ name: String, _ arguments: String) -> Command {
        Command(
            name: name, arguments: arguments,
            help: """
                Add a \(kind.title) password.
                \(kind.selectorHelp)
                    -U  change the item if there is one
                    -w  the password; as the last argument: ask for it
                    -X  the password in hexadecimal
                    -A  any program may use the item
                    -T  this program may use the item; several times for several; an empty name for none
                Other users can read arguments while the command runs: have the password asked for where that matters.
                """
        ) { try AddPassword(kind, &$0).run() }
    }
}

/// Stores a password.
private struct AddPassword {
    private let kind: PasswordKind
    private let console: any Console
    private let group: String
    private let keychain: KeychainChoice.Named
    /// How the keychain is called in messages.
    private let keychainName: String
    private var attributes = Attributes()
    private var password: Data?
    private var (updates, asks) = (false, false)

    init(_ kind: PasswordKind, _ invocation: inout Invocation) throws {
        (self.kind, console, group) = (kind, invocation.console, invocation.keychains.group)
        let isGeneric = kind.itemClass == .genericPassword
        var access = AccessOptions()
        var options = OptionReader(
            kind.selectors + "AT:Uw:X:" + (isGeneric ? "p:" : ""), invocation.arguments, askable: "w")
        while let (letter, value) = try options.next() {
            switch letter {
            case "U": updates = true
            case "w" where value == nil: asks = true
            case "p" where isGeneric, "w": password = value.map { Data($0.utf8) }
            case "X": password = try Self.bytes(hexadecimal: value ?? "")
            case "A", "T": try access.take(letter, value)
            default:
                if let value, let (key, value) = try kind.attribute(letter, value) { attributes[key] = value }
            }
        }
        guard attributes[.account] != nil, attributes[kind.place] != nil, options.operands.count <= 1 else {
            throw UsageError()
        }
        let operands = options.operands
        let name = operands.first ?? "<default>"
        keychainName = name
        keychain = try calling("SecKeychainItemCreateFromContent (\(name))") {
            try invocation.keychains.writable(operands.first)
        }
        if attributes[.label] == nil { attributes[.label] = attributes[kind.place] }
        if kind.itemClass == .internetPassword, attributes[.authenticationType] == nil {
            attributes[.authenticationType] = "dflt"
        }
        if let access = try access.access(name: attributes[.label]?.string ?? "") {
            attributes[.accessList] = .data(
                try calling("SecAccessCreate") { () throws(KeychainError) in try AccessList(access).encoded() })
        }
    }

    func run() throws {
        let data = asks ? try askedFor() : password ?? Data()
        if updates, try update(with: data) { return }
        try calling("SecKeychainItemCreateFromContent (\(keychainName))") {
            var attributes = attributes
            attributes[.accessGroup] = .string(group)
            _ = try keychain.keychain.add(NewItem(kind.itemClass, attributes, data: data))
        }
    }

    /// Changes the first item of this account and service or server; of a server also with the further parts of the primary key that are
    /// given.
    ///
    /// - Returns: false if there is none.
    private func update(with data: Data) throws -> Bool {
        var search = PasswordSearch(kind: kind)
        for key in kind.nameKeys { search.attributes[key] = attributes[key] }
        let query = Query(kind.itemClass, search.attributes, synchronizable: .any, limit: .one)
        let found = try calling(PasswordSearch.function) { try keychain.keychain.items(matching: query) }
        guard let item = found.first else { return false }
        try calling("SecKeychainItemModifyContent") {
            _ = try keychain.keychain.update(
                Query(item.persistentReference), with: Changes(attributes, data: .replace(data)))
        }
        return true
    }

    /// Asks for the password twice; three attempts.
    private func askedFor() throws -> Data {
        for _ in 0..<3 {
            guard let password = try console.secret("password data for new item: "),
                let again = try console.secret("retype password for new item: ")
            else { break }
            if password.equals(again) { return password.withUnsafeBytes { Data($0) } }
            console.complain("passwords don't match\n")
        }
        throw Ending(1)
    }

    /// An odd number of digits gets a zero in front.
    private static func bytes(hexadecimal text: String) throws -> Data {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count else { throw UsageError("“-X” takes hexadecimal digits") }
        let even = (digits.count.isMultiple(of: 2) ? [] : [0]) + digits
        return Data(stride(from: 0, to: even.count, by: 2).map { UInt8(even[$0] << 4 | even[$0 + 1]) })
    }
}
