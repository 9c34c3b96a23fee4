import Foundation
import KeychainServices
import Security

extension Command {
    static let createKeyPair = Command(
        name: "create-keypair",
        arguments: "[-a rsa] [-s size] [-f date] [-t date] [-d days] [-k keychain] [-A | -T program] description",
        help: """
            Create an RSA key and store both halves.
                -a  the algorithm: rsa
                -s  the size in bits: 2048, if it is not given
                -f, -t  the dates, such as 2026-01-31, from and to which it is meant to be used
                -d  the number of days for which it is, from now on
                -k  the keychain
                -A, -T  who may use it (accepted, and not acted upon)
            """
    ) { try CreateKeyPair(&$0).run() }
}

/// Makes and stores a key.
private struct CreateKeyPair {
    private static let function = "SecKeyCreatePair"
    private var size = 2048
    private var (first, last) = (Date?.none, Date?.none)
    private let label: String
    private let keychain: KeychainChoice.Named

    init(_ invocation: inout Invocation) throws {
        var (options, name) = (OptionReader("a:s:f:t:d:k:AT:", invocation.arguments), String?.none)
        while let (letter, value) = try options.next() {
            let value = value ?? ""
            switch letter {
            case "a": if value != "rsa" { throw Ending.notImplemented("create-keypair", "-a \(value)") }
            case "s": size = try Self.number(value)
            case "f": first = try DateArgument.date(value)
            case "t": last = try DateArgument.date(value)
            case "d":
                // A year has 366 days at most, and a time four digits of the year.
                let days = try Self.number(value)
                guard (1...366 * 1000).contains(days) else { throw UsageError("“\(value)” is no number of days") }
                last = Date() + TimeInterval(days) * 86_400
                first = first ?? Date()
            case "k": name = value
            default: break
            }
        }
        guard options.operands.count == 1, let label = options.operands.first else { throw UsageError() }
        self.label = label
        keychain = try calling("SecKeychainOpen") { [name] in try invocation.keychains.writable(name) }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text) else { throw UsageError("“\(text)” is no number") }
        return number
    }

    func run() throws {
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: size]
        var (half, key) = (SecKey?.none, SecKey?.none)
        try exchanging(Self.function) { SecKeyGeneratePair(parameters as NSDictionary, &half, &key) }
        var attributes: [CFString: Any] = [:]
        if let first { attributes["sdat" as NSString] = first as NSDate }
        if let last { attributes["edat" as NSString] = last as NSDate }
        for object in [half, key].compactMap({ $0 }) {
            try exchanging(Self.function) { keychain.store(object, label: label, attributes) }
        }
    }
}

/// Dates in arguments.
enum DateArgument {
    /// Reads a date in UTC, with or without the time: 2026-01-31-12:00:00.
    ///
    /// - Throws: ``UsageError``
    static func date(_ text: String) throws -> Date {
        let parts = text.split(whereSeparator: { "-:".contains($0) }).map(String.init)
        let time = parts.count == 6 ? parts[3...].joined(separator: ":") : "00:00:00"
        let day = parts.prefix(3).joined(separator: "-")
        guard [3, 6].contains(parts.count), let date = try? Date("\(day)T\(time)Z", strategy: .iso8601) else {
            throw UsageError("“\(text)” is no date")
        }
        return date
    }
}
