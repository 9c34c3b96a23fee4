import Crypto
import Foundation
import Security

/// Trust settings in a property list, as macOS's commands read and write them.
struct TrustSettingsList {
    private var certificates: [String: Any] = [:]

    private static let version = 1
    private static let (versionKey, listKey) = ("trustVersion", "trustList")

    /// Without settings.
    init() {}

    /// Reads a file, in whatever form a property list has.
    ///
    /// - Throws: ``Ending`` for a file that has no such list.
    init(_ path: String) throws {
        let list = try? PropertyListSerialization.propertyList(from: contents(of: path).copied, format: nil)
        guard let list = list as? [String: Any], list[Self.versionKey] as? Int == Self.version,
            let certificates = list[Self.listKey] as? [String: Any],
            certificates.values.allSatisfy({ $0 is [String: Any] })
        else { throw Ending.failed("SecTrustSettingsCreateExternalRepresentation", errSecInvalidTrustSettings) }
        self.certificates = certificates
    }

    /// Sets what is decided about a certificate.
    ///
    /// - Parameter settings: as for `SecTrustSettingsSetTrustSettings`; empty for trust for everything.
    mutating func set(_ settings: [CFString: Any], of certificate: SecCertificate) {
        let key = Insecure.SHA1.hash(data: certificate.bytes).map { String(format: "%02X", $0) }.joined()
        var entry: [String: Any] = [
            "modDate": Date(), "trustSettings": settings.isEmpty ? [] : [Self.stored(settings)],
        ]
        entry["issuerName"] = SecCertificateCopyNormalizedIssuerSequence(certificate)?.copied
        entry["serialNumber"] = SecCertificateCopySerialNumberData(certificate, nil)?.copied
        certificates[key] = entry
    }

    /// Returns settings with policies and programs as data.
    private static func stored(_ settings: [CFString: Any]) -> [String: Any] {
        var stored: [String: Any] = [:]
        for (key, value) in settings {
            switch value {
            case let policy as SecPolicy: stored[key as String] = objectIdentifier(policy)
            case let program as SecTrustedApplication:
                var data: CFData?
                _ = SecTrustedApplicationCopyData(program, &data)
                stored[key as String] = data?.copied
            case let number as NSNumber: stored[key as String] = number.intValue
            default: stored[key as String] = "\(value)"
            }
        }
        return stored
    }

    /// Returns the contents of the object identifier that is the name of a policy.
    private static func objectIdentifier(_ policy: SecPolicy) -> Data? {
        let name = SecPolicyCopyProperties(policy)?.object(forKey: kSecPolicyOid) as? NSString
        let numbers = name.map { "\($0)" }?.split(separator: ".").compactMap { UInt32($0) } ?? []
        guard numbers.count > 2 else { return nil }
        return Data(([numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2)).flatMap(base128))
    }

    private static func base128(_ number: UInt32) -> [UInt8] {
        var (bytes, rest) = ([UInt8(number & 0x7F)], number >> 7)
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    func write(to path: String) throws {
        let list: [String: Any] = [Self.versionKey: Self.version, Self.listKey: certificates]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.withUnsafeBytes { try OutputFile.write($0, to: path, isSecret: false) }
    }
}
