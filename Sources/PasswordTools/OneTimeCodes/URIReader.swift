import Secrets

/// A parser for the part of an `otpauth` URI after `otpauth://`: the type, the label, and the parameters.
///
/// Specified in: Docs/one-time-codes.md, "otpauth URIs".
struct URIReader {
    private typealias Text = Slice<UnsafeRawBufferPointer>

    private let type: String
    private let label: String
    private let query: Text

    init(_ text: Slice<UnsafeRawBufferPointer>) throws(OneTimeCodeError) {
        let question = text.firstIndex(of: UInt8(ascii: "?"))
        let path = text[..<(question ?? text.endIndex)]
        let rest = question.map { text[($0 + 1)...] } ?? text[text.endIndex...]
        // A fragment is ignored.
        query = rest[..<(rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex)]
        let slash = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        type = String(decoding: path[..<slash], as: UTF8.self).lowercased()
        label = try PercentEncoding.string(path[slash...].dropFirst(), plusIsBlank: false)
    }

    func code() throws(OneTimeCodeError) -> OneTimeCode {
        var parameters = Parameters()
        let parts = query.split(separator: UInt8(ascii: "&"))
        guard parts.count <= OneTimeCode.maximumParameters else { throw .tooManyParameters }
        var secret: Text?
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = try PercentEncoding.string(part[..<equals], plusIsBlank: true)
            let value = part[equals...].dropFirst()
            if name.lowercased() == "secret" {
                // The value is not copied into a string.
                guard secret.map({ $0.elementsEqual(value) }) ?? true else { throw Parameters.contradiction("secret") }
                secret = value
            } else {
                parameters.add(name, try PercentEncoding.string(value, plusIsBlank: true))
            }
        }
        guard let secret else { throw OneTimeCodeError("the URI has no secret") }
        let settings = try parameters.settings(type: type, label: label)
        let digits = try PercentEncoding.bytes(secret, plusIsBlank: true)
        let bytes = try digits.withUnsafeBytes { digits throws(OneTimeCodeError) in try Base32.decode(digits) }
        return try OneTimeCode(secret: bytes, settings: settings)
    }
}

/// The parameters of an `otpauth` URI except the secret.
private struct Parameters {
    private var all: [OneTimeCodeSettings.Parameter] = []

    mutating func add(_ name: String, _ value: String) { all.append(.init(name: name, value: value)) }

    static func contradiction(_ name: String) -> OneTimeCodeError {
        OneTimeCodeError("the URI has two different values for “\(name)”")
    }

    /// Removes and returns the parameter of a name; `nil` if there is none.
    private mutating func take(_ name: String) throws(OneTimeCodeError) -> String? {
        let values = all.filter { $0.name.lowercased() == name }.map(\.value)
        guard Set(values).count <= 1 else { throw Self.contradiction(name) }
        all.removeAll { $0.name.lowercased() == name }
        return values.first
    }

    private mutating func takeNumber(_ name: String) throws(OneTimeCodeError) -> UInt64? {
        guard let text = try take(name) else { return nil }
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(text)
        else { throw OneTimeCodeError("“\(name)” in the URI is not a number") }
        return number
    }

    mutating func settings(type: String, label: String) throws(OneTimeCodeError) -> OneTimeCodeSettings {
        var settings = OneTimeCodeSettings()
        (settings.issuer, settings.account) = Self.names(label: label, issuer: try take("issuer").flatMap(Self.name))
        if let text = try take("algorithm") { settings.algorithm = try Self.algorithm(text) }
        switch type {
        case "totp", "steam":
            if let period = try takeNumber("period") { settings.factor = .time(period: Int(clamping: period)) }
        case "hotp": settings.factor = .counter(try takeNumber("counter") ?? 0)
        default: throw OneTimeCodeError("the type of the URI is neither “totp” nor “hotp”")
        }
        settings.format = try format(type: type, issuer: settings.issuer)
        settings.others = all
        return settings
    }

    /// Returns the format. Steam codes have three spellings: a type of their own, an encoder, and five digits for the
    /// issuer Steam.
    private mutating func format(type: String, issuer: String?) throws(OneTimeCodeError) -> OneTimeCodeSettings.Format {
        let encoder = all.first { $0.name.lowercased() == "encoder" }?.value.lowercased()
        let count = try takeNumber("digits")
        if type == "steam" || encoder == "steam" || (count == 5 && issuer?.lowercased() == "steam") {
            _ = try take("encoder")
            return .steam
        }
        return .digits(Int(clamping: count ?? 6))
    }

    private static func algorithm(_ text: String) throws(OneTimeCodeError) -> OneTimeCodeSettings.Algorithm {
        let name = text.uppercased().filter { $0 != "-" }
        let short = name.hasPrefix("HMAC") ? String(name.dropFirst(4)) : name
        guard let algorithm = OneTimeCodeSettings.Algorithm(rawValue: short) else {
            throw OneTimeCodeError("the URI names an algorithm that is none of SHA1, SHA256 and SHA512")
        }
        return algorithm
    }

    /// Returns issuer and account. The label is `account` or `issuer:account`. If it and the parameter name different
    /// issuers, the parameter takes precedence, and the whole label is kept as the account.
    private static func names(label: String, issuer: String?) -> (issuer: String?, account: String?) {
        guard let colon = label.firstIndex(of: ":") else { return (issuer, name(label)) }
        let prefix = name(String(label[..<colon]))
        guard let prefix, let issuer, prefix != issuer else {
            return (issuer ?? prefix, name(String(label[label.index(after: colon)...])))
        }
        return (issuer, name(label))
    }

    /// Returns a text without surrounding blanks; `nil` if nothing is left.
    private static func name(_ text: String) -> String? {
        let text = text.drop { $0 == " " }
        let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
        return end == text.startIndex ? nil : String(text[..<end])
    }
}
