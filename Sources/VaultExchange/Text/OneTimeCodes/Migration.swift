import Foundation

/// Accounts that Google Authenticator hands over in QR codes: a message of protocol buffers in Base64.
///
/// Specified in: the message is described in several programs that read it; its encoding in Protocol Buffers, "Encoding".
enum Migration {
    static let scheme = "otpauth-migration://"
    /// The most bytes of a message: more than the largest QR code holds.
    private static let largest = 64 << 10

    /// Returns the message in an address.
    static func message(_ address: String, at position: String) throws(ExchangeError) -> [UInt8] {
        let damaged = ExchangeError(
            .damaged, "the address has no readable data", at: position, remedy: "export the accounts again")
        guard let start = address.range(of: "data="), address.utf8.count <= 2 * largest else { throw damaged }
        let value = address[start.upperBound...].prefix { $0 != "&" && $0 != "#" }
        guard let text = String(value).removingPercentEncoding else { throw damaged }
        // A `+` that was not encoded may have become a blank; both alphabets of Base64 are in use.
        var base64 = text.replacing(" ", with: "+").replacing("-", with: "+").replacing("_", with: "/")
        base64 = String(base64.prefix { $0 != "=" })
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64) else { throw damaged }
        return Array(data)
    }

    /// Returns an account of a message.
    static func entry(_ bytes: ArraySlice<UInt8>) -> OneTimeCodeEntry? {
        var entry = OneTimeCodeEntry()
        entry.type = "totp"
        var reader = ProtobufReader(bytes)
        while let field = reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): entry.secretBytes = Array(bytes)
            case (2, .bytes(let bytes)): entry.account = String(decoding: bytes, as: UTF8.self)
            case (3, .bytes(let bytes)): entry.issuer = String(decoding: bytes, as: UTF8.self)
            case (4, .number(let number)): entry.algorithm = algorithms[number] ?? "unknown (\(number))"
            case (5, .number(let number)): entry.digits = number == 2 ? 8 : 6
            case (6, .number(let number)): entry.type = number == 1 ? "hotp" : "totp"
            case (7, .number(let number)): entry.counter = number
            default: break
            }
        }
        guard !reader.isDamaged, entry.secretBytes != nil else { return nil }
        entry.splitAccount()
        return entry
    }

    private static let algorithms: [UInt64: String] = [0: "SHA1", 1: "SHA1", 2: "SHA256", 3: "SHA512", 4: "MD5"]
}

extension OneTimeCodeEntry {
    /// Splits an account `issuer:account`, which some programs write.
    mutating func splitAccount() {
        guard let colon = account.firstIndex(of: ":") else { return }
        let before = account[..<colon].trimmingCharacters(in: .whitespaces)
        guard issuer.isEmpty || before == issuer else { return }
        issuer = before
        account = account[account.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
}

/// The batches of migrations in one file.
struct MigrationBatches {
    private struct Batch {
        var size = 1
        var found: Set<UInt64> = []
    }

    private var batches: [UInt64: Batch] = [:]

    /// Reads the accounts of an address.
    mutating func read(_ address: String, at position: String, into content: inout ImportedContent) throws {
        var reader = ProtobufReader(try Migration.message(address, at: position)[...])
        var (size, index, id, count): (UInt64, UInt64, UInt64, Int) = (1, 0, 0, 0)
        while let field = reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)):
                count += 1
                let place = "\(position), account \(count)"
                guard let entry = Migration.entry(bytes) else {
                    throw ExchangeError(.damaged, "the account is damaged", at: place, remedy: "export it again")
                }
                OneTimeCodeItems.add(entry, at: place, to: &content)
            case (3, .number(let number)): size = number
            case (4, .number(let number)): index = number
            case (5, .number(let number)): id = number
            default: break
            }
        }
        guard !reader.isDamaged else {
            throw ExchangeError(.damaged, "the data ends too early", at: position, remedy: "export the accounts again")
        }
        var batch = batches[id] ?? Batch()
        batch.size = Int(clamping: size)
        batch.found.insert(index)
        batches[id] = batch
    }

    /// A remark for each export of which a QR code is missing.
    var missing: [ImportRemark] {
        batches.values.filter { $0.found.count < $0.size }.map {
            ImportRemark("", "the export consists of \($0.size) QR codes; \($0.found.count) of them are in this file")
        }
    }
}

/// A reader for the fields of a message of protocol buffers.
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// 4 or 8 bytes, which no message here has.
        case fixed
    }

    private var rest: ArraySlice<UInt8>
    /// Whether the bytes are no message.
    private(set) var isDamaged = false

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next field; `nil` at the end, or if the bytes are damaged.
    mutating func next() -> (number: UInt64, value: Value)? {
        guard !rest.isEmpty else { return nil }
        guard let tag = varint() else { return damaged() }
        switch tag & 7 {
        case 0:
            guard let number = varint() else { return damaged() }
            return (tag >> 3, .number(number))
        case 1, 5:
            let count = tag & 7 == 1 ? 8 : 4
            guard rest.count >= count else { return damaged() }
            rest = rest.dropFirst(count)
            return (tag >> 3, .fixed)
        case 2:
            guard let count = varint(), count <= UInt64(rest.count) else { return damaged() }
            defer { rest = rest.dropFirst(Int(count)) }
            return (tag >> 3, .bytes(rest.prefix(Int(count))))
        default: return damaged()
        }
    }

    private mutating func damaged() -> (number: UInt64, value: Value)? {
        isDamaged = true
        rest = []
        return nil
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            guard shift < 63 || byte <= 1 else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
