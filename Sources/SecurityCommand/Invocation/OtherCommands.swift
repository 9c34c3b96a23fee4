import Foundation
import KeychainServices
import Security

extension Command {
    static let error = Command(
        name: "error", arguments: "<error code...>", help: "Print the meaning of status numbers."
    ) { invocation in
        // A negative number is no option.
        guard !invocation.arguments.isEmpty else { throw UsageError() }
        for operand in invocation.arguments {
            let status = OSStatus(truncatingIfNeeded: number(operand))
            let digits = String(UInt32(bitPattern: status), radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: 8 - digits.count)
            try invocation.console.print("Error: 0x\(padding)\(digits) \(status) \(statusText(status))")
        }
        throw Ending(1)
    }

    static let dumpKeychain = Command(
        name: "dump-keychain", arguments: "[-adir] [keychain...]",
        help: """
            Print all items of keychains.
                -a  print the access lists too
                -d  print the passwords and keys too
                -i  ask to change who may use each (accepted, and not acted upon)
                -r  print the items in hexadecimal (accepted, and not acted upon)
            """
    ) { invocation in
        var (options, chosen) = (OptionReader("adir", invocation.arguments), Set<Character>())
        while let (letter, _) = try options.next() { chosen.insert(letter) }
        let operands = options.operands
        // A locked keychain hides no other.
        var problem: FunctionFailure?
        for named in try calling("SecKeychainOpen", { try invocation.keychains.named(operands) }) {
            do { try dump(named, chosen, to: invocation.console) } catch let error as FunctionFailure {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
    }

    private static func dump(_ named: KeychainChoice.Named, _ chosen: Set<Character>, to console: any Console) throws {
        for itemClass in [ItemClass.genericPassword, .internetPassword, .certificate, .key] {
            let query = Query(itemClass, synchronizable: .any)
            let items = try calling(PasswordSearch.function) { try named.keychain.items(matching: query) }
            for item in items {
                try console.write(ItemText.text(of: item, in: named.path))
                if chosen.contains("d") {
                    let opened = try? named.keychain.items(matching: Query(item.persistentReference), reading: .data)
                    try console.write("data:\n\(ValueText.text(of: opened?.first?.data ?? Data()))\n")
                }
                if chosen.contains("a") { try console.write(AccessText.text(of: item)) }
            }
        }
    }

    /// Reads a number as strtol(3) does with a base of 0: decimal, hexadecimal behind “0x”, octal behind “0”.
    private static func number(_ text: String) -> Int64 {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        let value: Int64?
        if digits.lowercased().hasPrefix("0x") {
            value = Int64(digits.dropFirst(2), radix: 16)
        } else if digits.hasPrefix("0"), digits.count > 1 {
            value = Int64(digits.dropFirst(), radix: 8)
        } else {
            value = Int64(digits)
        }
        return (isNegative ? -1 : 1) * (value ?? 0)
    }
}

/// Returns the text of a status.
func statusText(_ status: OSStatus) -> String { SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "" }
