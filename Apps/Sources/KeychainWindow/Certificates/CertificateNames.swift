import Foundation
import SwiftASN1

/// The names in a certificate, which `Security` has only in the form in which they are compared.
struct CertificateNames: Sendable {
    /// One part of a name.
    struct Part: Sendable, Equatable {
        /// The type, such as `CN`, or its object identifier.
        let type: String
        let text: String
    }

    private(set) var subject: [Part] = []
    private(set) var issuer: [Part] = []
    /// Host names, addresses and e-mail addresses among the alternative names.
    private(set) var alternatives: [String] = []

    /// Reads what can be read. `Security` has checked the structure of the certificate before.
    ///
    /// - Parameter der: at most 1 MiB.
    init(der: Data) {
        guard let certificate = try? DER.parse(Array(der)), let body = certificate.parts.first else { return }
        var parts = body.parts[...]
        // The version.
        if parts.first?.identifier.tagClass == .contextSpecific { parts = parts.dropFirst() }
        // Serial number, algorithm, issuer, validity, subject.
        let fixed = Array(parts.prefix(5))
        guard fixed.count == 5 else { return }
        (issuer, subject) = (Self.name(fixed[2]), Self.name(fixed[4]))
        let extensions = parts.last { $0.identifier == ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific) }
        for node in extensions?.parts.first?.parts ?? [] { readAlternatives(node) }
    }

    private static let typeNames: [String: String] = [
        "2.5.4.3": "CN", "2.5.4.4": "SN", "2.5.4.5": "serialNumber", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST",
        "2.5.4.9": "street", "2.5.4.10": "O", "2.5.4.11": "OU", "2.5.4.12": "title", "2.5.4.42": "GN",
        "0.9.2342.19200300.100.1.1": "UID", "0.9.2342.19200300.100.1.25": "DC", "1.2.840.113549.1.9.1": "E",
    ]

    private static func name(_ node: ASN1Node) -> [Part] {
        node.parts.flatMap(\.parts).compactMap { pair in
            let parts = pair.parts
            guard parts.count == 2, let type = try? ASN1ObjectIdentifier(derEncoded: parts[0]) else { return nil }
            let id = type.description
            return Part(type: typeNames[id] ?? id, text: AttributeText.safe(parts[1].readable))
        }
    }

    private mutating func readAlternatives(_ node: ASN1Node) {
        let parts = node.parts
        guard let first = parts.first, let value = parts.last?.bytes,
            (try? ASN1ObjectIdentifier(derEncoded: first)) == [2, 5, 29, 17],
            let names = try? DER.parse(Array(value))
        else { return }
        for name in names.parts where name.identifier.tagClass == .contextSpecific {
            guard let bytes = name.bytes else { continue }
            switch name.identifier.tagNumber {
            case 1, 2, 6: alternatives.append(AttributeText.safe(String(decoding: bytes, as: UTF8.self)))
            case 7 where bytes.count == 4: alternatives.append(bytes.map { "\($0)" }.joined(separator: "."))
            case 7: alternatives.append(AttributeText.hexadecimal(bytes))
            default: continue
            }
        }
    }
}

extension ASN1Node {
    /// The nodes in a node that has others.
    fileprivate var parts: [ASN1Node] {
        if case .constructed(let nodes) = content { Array(nodes) } else { [] }
    }

    /// The bytes of a node that has no others.
    fileprivate var bytes: [UInt8]? {
        if case .primitive(let bytes) = content { Array(bytes) } else { nil }
    }

    /// The text of a string, or its bytes.
    fileprivate var readable: String {
        guard let bytes else { return "" }
        switch identifier {
        case .bmpString: return String(decoding: Self.units(bytes), as: UTF16.self)
        case .teletexString: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return String(validating: bytes, as: UTF8.self) ?? AttributeText.hexadecimal(bytes)
        }
    }

    private static func units(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
