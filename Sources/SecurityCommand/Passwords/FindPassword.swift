import Foundation
import KeychainServices

extension Command {
    static let findGenericPassword = Command.find(
        .generic, "find-generic-password", "[-a account] [-s service] [-g | -w] [options...] [keychain...]")
    static let findInternetPassword = Command.find(
        .internet, "find-internet-password", "[-a account] [-s server] [-g | -w] [options...] [keychain...]")

    private static func find(_ kind: PasswordKind, _ name: String, _ arguments: String) -> Command {
        Command(
            name: name, arguments: arguments,
            help: """
                Find a \(kind.title) password.
                \(kind.selectorHelp)
                    -g  print the password too, to standard error
                    -w  print the password alone
                The first item that matches is shown. Without a keychain, the default one is searched.
                """
        ) { try FindPassword(kind, &$0).run() }
    }
}

/// Prints the attributes of an item, its password, or both.
private struct FindPassword {
    private var search: PasswordSearch
    private var (showsPassword, showsPasswordAlone) = (false, false)
    private let keychains: [KeychainChoice.Named]
    private let console: any Console

    init(_ kind: PasswordKind, _ invocation: inout Invocation) throws {
        search = PasswordSearch(kind: kind)
        console = invocation.console
        var options = OptionReader(kind.selectors + "gw", invocation.arguments)
        while let (letter, value) = try options.next() {
            switch letter {
            case "g": showsPassword = true
            case "w": showsPasswordAlone = true
            default:
                if let value, let (key, value) = try kind.attribute(letter, value) { search.attributes[key] = value }
            }
        }
        let operands = options.operands
        keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
    }

    func run() throws {
        let readsPassword = showsPassword || showsPasswordAlone
        let (item, named) = try search.first(
            in: keychains, reading: readsPassword ? [.attributes, .data] : .attributes)
        let password = item.data ?? Data()
        if showsPasswordAlone { return try printAlone(password) }
        try console.write(ItemText.text(of: item, in: named.path))
        if showsPassword { console.complain("password: \(ValueText.text(of: password))\n") }
    }

    /// Prints nothing but the password, and a newline: in hexadecimal if one byte is no printable one of ASCII.
    private func printAlone(_ password: Data) throws {
        guard password.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            return try console.print(ValueText.hex(password, upperCase: false))
        }
        try password.withUnsafeBytes { try console.write($0) }
        try console.write("\n")
    }
}
