import Foundation
import KeychainTesting
import Security
import SecurityBackend
import Synchronization
import Testing

/// How `SecItemImport` stores many certificates: in one transaction, unless some are there already.
@Suite struct ImportBatchTests {
    private static let serialNumber = Data([1, 2, 3, 4, 5])

    private static func serialNumber(_ number: Int) -> Data {
        serialNumber.prefix(3) + [UInt8(number >> 8), UInt8(number & 0xff)]
    }

    /// The sample certificate with other serial numbers.
    private static func pem(_ numbers: [Int]) -> Data {
        let parts = numbers.map { number in
            var der = SampleCertificate.kim
            if let place = der.firstRange(of: serialNumber) { der.replaceSubrange(place, with: serialNumber(number)) }
            let text = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
        return Data(parts.joined().utf8)
    }

    /// Imports certificates.
    ///
    /// - Returns: how often the keychain's service was used.
    private func load(_ numbers: [Int], into keychain: Keychain) -> (requests: Int, status: OSStatus) {
        let requests = Mutex(0)
        let counted = Keychain { () throws(KeychainError) in
            requests.withLock { $0 += 1 }
            return try keychain.service()
        }
        let status = SecItemImport(
            Self.pem(numbers) as CFData, nil, nil, nil, [], nil, SecKeychain(counted), nil)
        return (requests.withLock { $0 }, status)
    }

    /// The certificates in the order in which they were stored.
    private func stored(_ keychain: Keychain) throws -> [Data?] {
        try keychain.items(matching: Query(.certificate)).map { $0[.serialNumber]?.data }
    }

    @Test func manyTakeOneRequest() throws {
        try withTemporaryKeychain { keychain in
            let (requests, status) = load(Array(0..<150), into: keychain)
            #expect(status == errSecSuccess)
            #expect(requests < 5)
            try #expect(stored(keychain) == (0..<150).map(Self.serialNumber))
        }
    }

    @Test func thoseThatAreThereAreLeftOut() throws {
        try withTemporaryKeychain { keychain in
            #expect(load([3], into: keychain).status == errSecSuccess)
            // One is there, and one is in the file twice.
            #expect(load([0, 1, 2, 3, 4, 5, 6, 5], into: keychain).status == errSecSuccess)
            let expected = [3, 0, 1, 2, 4, 5, 6].map(Self.serialNumber)
            try #expect(stored(keychain) == expected)
            #expect(load(Array(0..<7), into: keychain).status == errSecDuplicateItem)
            try #expect(stored(keychain) == expected)
        }
    }

    /// An error that is the same for every item is not asked for again.
    @Test func otherErrorsEndIt() throws {
        try withTemporaryKeychain(accessGroups: []) { keychain in
            let (requests, status) = load(Array(0..<50), into: keychain)
            #expect(status == errSecMissingEntitlement)
            #expect(requests < 5)
        }
    }
}
