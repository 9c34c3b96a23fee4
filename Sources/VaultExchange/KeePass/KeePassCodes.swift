import Foundation
import PasswordTools
import PasswordVault
import Secrets

/// Secrets of one-time codes, which programs keep in strings of several forms.
enum KeePassCodes {
    /// The strings that make up a one-time code, and the code.
    struct Found {
        var keys: Set<String> = []
        /// Codes by time first.
        var codes: [Secret] = []
        /// Strings that look like a code's, and are none.
        var failed: [String] = []
    }

    /// Finds the one-time codes of an entry.
    static func find(_ entry: KeePassEntry) -> Found {
        var found = Found()
        take(["otp"], &found, entry) { try uri($0["otp"]) }
        take(["TOTP Seed", "TOTP Settings"], &found, entry) { try seed($0["TOTP Seed"], $0["TOTP Settings"]) }
        let secrets = ["Secret", "Secret-Hex", "Secret-Base32", "Secret-Base64"]
        take(
            secrets.map { "TimeOtp-\($0)" } + ["TimeOtp-Length", "TimeOtp-Period", "TimeOtp-Algorithm"], &found, entry
        ) { try keePass("TimeOtp-", $0) { .time(period: $0["TimeOtp-Period"].flatMap(number) ?? 30) } }
        take(
            secrets.map { "HmacOtp-\($0)" } + ["HmacOtp-Length", "HmacOtp-Counter", "HmacOtp-Algorithm"], &found, entry
        ) {
            try keePass("HmacOtp-", $0) { .counter($0["HmacOtp-Counter"].flatMap { UInt64($0) } ?? 0) }
        }
        return found
    }

    private struct Unknown: Error {}

    /// Makes a code of strings; `make` returns `nil` if they have none.
    private static func take(
        _ keys: [String], _ found: inout Found, _ entry: KeePassEntry, _ make: ([String: String]) throws -> Secret?
    ) {
        var values: [String: String] = [:]
        for key in keys {
            guard let string = entry[key], !string.value.isEmpty else { continue }
            values[key] = string.text
        }
        guard !values.isEmpty else { return }
        do {
            guard let code = try make(values) else { return }
            if !found.codes.contains(code) { found.codes.append(code) }
            found.keys.formUnion(keys)
        } catch { found.failed.append(keys[0]) }
    }

    /// The code of an `otpauth` address, as KeePassXC has it, or of KeeOtp's parameters.
    private static func uri(_ text: String?) throws -> Secret? {
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
        guard text.lowercased().contains("key=") && !text.contains("://") else {
            _ = try OneTimeCode.parse(text)
            return Secret(text)
        }
        var parameters: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            parameters[pair[0].lowercased()] = pair[1].removingPercentEncoding ?? String(pair[1])
        }
        guard let key = parameters["key"] else { throw Unknown() }
        var settings = OneTimeCodeSettings(
            algorithm: try algorithm(parameters["otphashmode"]),
            format: .digits(parameters["size"].flatMap(number) ?? 6))
        switch parameters["type"]?.lowercased() {
        case "hotp": settings.factor = .counter(parameters["counter"].flatMap { UInt64($0) } ?? 0)
        case "steam":
            settings.format = .steam
        default: settings.factor = .time(period: parameters["step"].flatMap(number) ?? 30)
        }
        return try code(base32: key, settings)
    }

    /// The code of KeeTrayTOTP and earlier releases of KeePassXC: a seed and `period;digits`, or `S` for Steam's.
    private static func seed(_ seed: String?, _ text: String?) throws -> Secret? {
        guard let seed else { return nil }
        let parts = text?.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        var settings = OneTimeCodeSettings()
        if let period = parts.first.flatMap(number) { settings.factor = .time(period: period) }
        if parts.count > 1 {
            guard let format = parts[1] == "S" ? .steam : number(parts[1]).map(OneTimeCodeSettings.Format.digits) else {
                throw Unknown()
            }
            settings.format = format
        }
        return try code(base32: seed, settings)
    }

    /// The code of KeePass's own strings.
    private static func keePass(
        _ prefix: String, _ values: [String: String], _ factor: ([String: String]) -> OneTimeCodeSettings.Factor
    ) throws -> Secret? {
        let settings = OneTimeCodeSettings(
            algorithm: try algorithm(values[prefix + "Algorithm"]), factor: factor(values),
            format: .digits(values[prefix + "Length"].flatMap(number) ?? 6))
        if let text = values[prefix + "Secret-Base32"] { return try code(base32: text, settings) }
        if let text = values[prefix + "Secret"] { return try code(Array(text.utf8), settings) }
        if let text = values[prefix + "Secret-Base64"] {
            guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else { throw Unknown() }
            return try code(Array(data), settings)
        }
        guard let text = values[prefix + "Secret-Hex"] else { return nil }
        return try code(try hexadecimal(text.filter { !$0.isWhitespace }), settings)
    }

    private static func hexadecimal(_ text: String) throws -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { throw Unknown() }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func algorithm(_ name: String?) throws -> OneTimeCodeSettings.Algorithm {
        switch name?.uppercased().filter({ $0.isLetter || $0.isNumber }) {
        case nil, "", "SHA1", "HMACSHA1": .sha1
        case "SHA256", "HMACSHA256": .sha256
        case "SHA512", "HMACSHA512": .sha512
        default: throw Unknown()
        }
    }

    private static func number(_ text: String) -> Int? { Int(text.trimmingCharacters(in: .whitespaces)) }

    /// Lenient Base32: blanks, hyphens and padding are left out.
    private static func code(base32 text: String, _ settings: OneTimeCodeSettings) throws -> Secret {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" && $0 != "=" }
        return Secret(try OneTimeCode(secret: OneTimeCode.parse(digits).secret.copy(), settings: settings).uri())
    }

    private static func code(_ bytes: [UInt8], _ settings: OneTimeCodeSettings) throws -> Secret {
        Secret(try OneTimeCode(secret: SecretBytes(copying: bytes), settings: settings).uri())
    }

    /// Returns the `otpauth` address of a code by time, for programs that make no codes of Base32 alone; `nil` for any other text.
    static func timeURI(_ secret: Secret) -> Secret? {
        guard let code = try? OneTimeCode.parse(secret.copy()), case .time = code.settings.factor else { return nil }
        return secret.withUnsafeBytes { $0.starts(with: Array("otpauth:".utf8)) } ? secret : Secret(code.uri())
    }
}
