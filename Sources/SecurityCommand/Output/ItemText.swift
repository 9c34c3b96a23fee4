import Foundation
import KeychainServices

/// The attributes of an item as macOS's command prints them.
struct ItemText {
    /// The name of the kind by which a value is printed.
    enum Kind: String {
        case blob, timedate, uint32, sint32
    }

    /// One line: the number or name of the attribute, its kind, and the attribute that it has here.
    struct Line {
        let name: String
        let kind: Kind
        let key: AttributeKey

        init(_ key: AttributeKey, _ kind: Kind = .blob, name: String? = nil) {
            self.name = name ?? "\"\(key.letters)\""
            (self.kind, self.key) = (kind, key)
        }
    }

    /// Returns the text of an item.
    ///
    /// - Parameter path: the path by which its keychain is called.
    static func text(of item: Item, in path: String) -> String {
        let shape = Shape(item)
        let lines = shape.lines.map { line in
            "    \(line.name)\(line.name.hasPrefix("0x") ? " " : "")<\(line.kind.rawValue)>=\(value(of: line, in: item))\n"
        }
        return "keychain: \(ValueText.text(of: path.utf8))\nversion: 512\nclass: \(shape.name)\nattributes:\n"
            + lines.joined()
    }

    private static func value(of line: Line, in item: Item) -> String {
        guard let value = item[line.key] else { return "<NULL>" }
        switch (line.kind, value) {
        // Parts of the primary key that were not given are stored as empty.
        case (_, .string("")) where [.path, .securityDomain].contains(line.key): return "<NULL>"
        case (.timedate, .date(let date)): return ValueText.text(of: timeBytes(date))
        case (.uint32, .number(let number)), (.sint32, .number(let number)):
            return ValueText.text(of: UInt32(truncatingIfNeeded: number))
        // A date of a key, as CSSM has them: the digits of the day. Without one, the stored date is the first that there is.
        case (.blob, .date(let date)) where date.timeIntervalSinceReferenceDate != 0:
            return ValueText.text(of: timeBytes(date).prefix(8))
        case (_, .string(let text)): return ValueText.text(of: text.utf8)
        case (_, .data(let bytes)): return ValueText.text(of: bytes)
        case (_, .number(let number)): return ValueText.text(of: UInt32(truncatingIfNeeded: number))
        default: return "<NULL>"
        }
    }

    /// A time in the form of X.509's UTC time with four digits of the year, and a byte of zero behind it.
    private static func timeBytes(_ date: Date) -> [UInt8] {
        let digits = date.ISO8601Format(.iso8601(timeZone: .gmt, dateSeparator: .omitted, timeSeparator: .omitted))
            .filter(\.isNumber)
        return Array("\(digits)Z".utf8) + [0]
    }
}

extension ItemText {
    /// The lines of a class of items.
    struct Shape {
        let name: String
        let lines: [Line]

        init(_ item: Item) {
            switch item.itemClass.code {
            case "inet": (name, lines) = ("\"inet\"", Self.internetPassword)
            case "cert": (name, lines) = ("0x80001000 ", Self.certificate)
            case "keys" where item[.keyClass] == .number(1): (name, lines) = ("0x00000010 ", Self.key)
            case "keys" where item[.keyClass] == .number(2): (name, lines) = ("0x00000011 ", Self.key)
            case "keys": (name, lines) = ("0x0000000F ", Self.key)
            default: (name, lines) = ("\"genp\"", Self.genericPassword)
            }
        }

        private static let names = [Line(.label, name: "0x00000007"), Line(.alias, name: "0x00000008")]

        static let genericPassword =
            names + [
                Line(.account), Line(.creationDate, .timedate), Line(.creator, .uint32), Line(.customIcon, .sint32),
                Line(.itemDescription), Line(.generic), Line(.comment), Line(.invisible, .sint32),
                Line(.modificationDate, .timedate), Line(.negative, .sint32), Line(.protection),
                Line(.script, .sint32), Line(.service), Line(.type, .uint32),
            ]

        static let internetPassword =
            names + [
                Line(.account), Line(.authenticationType), Line(.creationDate, .timedate), Line(.creator, .uint32),
                Line(.customIcon, .sint32), Line(.itemDescription), Line(.comment), Line(.invisible, .sint32),
                Line(.modificationDate, .timedate), Line(.negative, .sint32), Line(.path), Line(.port, .uint32),
                Line(.protection), Line(.protocol, .uint32), Line(.script, .sint32), Line(.securityDomain),
                Line(.server), Line(.type, .uint32),
            ]

        static let certificate = [
            Line(.alias), Line(.certificateEncoding, .uint32), Line(.certificateType, .uint32),
            Line(.publicKeyHash, name: "\"hpky\""), Line(.issuer, name: "\"issu\""), Line(.label),
            Line(.subjectKeyID), Line(.serialNumber, name: "\"snbr\""), Line(.subject),
        ]

        /// The attributes of keys are numbered, in the order of their table in macOS's files.
        static let key: [Line] = {
            let keys: [(AttributeKey, Kind)] = [
                (.keyClass, .uint32), (.label, .blob), (.alias, .blob), (.permanent, .uint32), (.private, .uint32),
                (.modifiable, .uint32), (.applicationLabel, .blob), (.applicationTag, .blob), (.creator, .blob),
                (.type, .uint32), (.keySizeInBits, .uint32), (.effectiveKeySize, .uint32), (.startDate, .blob),
                (.endDate, .blob), (.sensitive, .uint32), (.alwaysSensitive, .uint32), (.extractable, .uint32),
                (.neverExtractable, .uint32), (.canEncrypt, .uint32), (.canDecrypt, .uint32), (.canDerive, .uint32),
                (.canSign, .uint32), (.canVerify, .uint32), (.canSignRecover, .uint32),
                (.canVerifyRecover, .uint32), (.canWrap, .uint32), (.canUnwrap, .uint32),
            ]
            return keys.enumerated().map { number, line in
                let digits = String(number, radix: 16, uppercase: true)
                let padding = String(repeating: "0", count: 8 - digits.count)
                return Line(line.0, line.1, name: "0x\(padding)\(digits)")
            }
        }()
    }
}
