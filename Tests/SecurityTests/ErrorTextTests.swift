import Foundation
import Security
import Testing

@Suite struct ErrorTextTests {
    /// The table that the texts are made from: code, name, sentence.
    private static let table: [(code: OSStatus, name: String, text: String)] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../")
        let url = root.appendingPathComponent("Scripts/errsec.tsv").standardizedFileURL
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return OSStatus(fields[0]).map { ($0, fields[1], fields.count > 2 ? fields[2] : "") }
        }
    }()

    @Test func everyStatusHasItsText() {
        #expect(Self.table.count == 381)
        for (code, name, text) in Self.table {
            #expect(SecCopyErrorMessageString(code, nil) as String? == (text.isEmpty ? name : text))
        }
        #expect(Self.table.filter(\.text.isEmpty).count == 12)
    }

    @Test(arguments: [1, -1, 12345, .min, .max] as [OSStatus]) func unknownStatusIsNamedByItsNumber(status: OSStatus) {
        #expect(SecCopyErrorMessageString(status, nil) as String? == "OSStatus \(status)")
    }

    @Test func constantsHaveTheirNumbers() {
        #expect(errSecSuccess == 0)
        #expect(errSecUnimplemented == -4)
        #expect(errSecParam == -50)
        #expect(errSecUserCanceled == -128)
        #expect(errSecNotAvailable == -25291)
        #expect(errSecAuthFailed == -25293)
        #expect(errSecDuplicateItem == -25299)
        #expect(errSecItemNotFound == -25300)
        #expect(errSecInteractionNotAllowed == -25308)
        #expect(errSecDecode == -26275)
        #expect(errSecMissingEntitlement == -34018)
        #expect(errSecMissingQualifiedCertStatement == -67904)
        #expect(errSecItemInvalidKey == errSecParam)
        #expect(errSecUnsupportedAlgorithm == errSecUnimplemented)
        #expect(errSecInvalidCertificate == -26275)
        #expect(errAuthorizationBadAddress == -60033)
    }
}
