import Foundation
import GRDB
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// Rows of key pairs that are whole, with a wrapped key in them that is not.
@Suite struct LostKeyPairsTests {
    /// A user who knows the passcode.
    private struct Owner: Authenticator {
        func biometry() -> Biometry { .notEnrolled }
        func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
            var proof = AuthenticationProof()
            proof.hasShownPasscode = true
            do throws(KeychainError) {
                proof.openingKeys = try request.passcode.prove(secret("1234"))
            } catch {
                throw AuthenticationError(.authenticationFailed, error.reason)
            }
            return proof
        }
    }

    private let temporary: TemporaryRoot
    private static let files = "protected files of the class "

    init() throws {
        temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("1234"))
        try addConstrained("bound", to: keychain)
        try keychain.add(genericPassword("plain", [:], data: "plain"))
        keychain.close()
    }

    private func addConstrained(_ account: String, to keychain: Keychain) throws {
        let control = try AccessControl(protection: .afterFirstUnlock, flags: .devicePasscode)
        try keychain.add(
            genericPassword(account, [.accessControl: .accessControl(control)], data: account),
            with: Authentication(AuthenticationContext(authenticator: Owner())))
    }

    private func secretOf(_ account: String, in keychain: Keychain) throws -> Data? {
        let context = AuthenticationContext(authenticator: Owner())
        return try keychain.items(
            matching: Query(.genericPassword, [.account: .string(account)]), reading: .data,
            with: Authentication(context)
        ).first?.data
    }

    /// Changes one bit of a column of the key pairs of one purpose.
    private func damage(_ column: String, purpose: Keybag.KeyPair.Purpose) throws {
        let queue = try DatabaseQueue(path: temporary.root.keychainPath(named: "default"))
        try queue.writeWithoutTransaction { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT number, \(column) FROM keypair WHERE purpose = ?", arguments: [purpose.rawValue])
            #expect(!rows.isEmpty)
            for row in rows {
                var bytes: Data = row[1]
                bytes[bytes.startIndex + 30] ^= 0x10
                try db.execute(
                    sql: "UPDATE keypair SET \(column) = ? WHERE number = ?", arguments: [bytes, row[0] as Int64])
            }
        }
        try queue.close()
    }

    private func doctor(knowsPasscode: Bool = true) -> Doctor {
        Doctor(root: temporary.root, passcode: knowsPasscode ? secret("1234") : nil)
    }

    @Test(arguments: [true, false]) func wholeKeyPairsAreHealthy(knowsPasscode: Bool) throws {
        let found = try doctor(knowsPasscode: knowsPasscode).examine()
        #expect(found.isHealthy)
        #expect(found.findings.contains { $0.text.contains("key pairs") } == !knowsPasscode)
    }

    /// What the passcode opens cannot be looked into without it: that is said, not passed over.
    @Test func lockedKeyPairsAreReportedAsUnchecked() throws {
        try damage("private", purpose: .passcode)
        let found = try doctor(knowsPasscode: false).examine()
        #expect(found.isHealthy)
        let note = try #require(found.findings.first { $0.text.hasPrefix("key pairs that could not be checked") })
        #expect(note.severity == .note && note.kind == .locked)
    }

    @Test func pairThatThePasscodeDoesNotOpenIsReportedWithWhatIsLost() throws {
        try damage("private", purpose: .passcode)
        let found = try doctor().examine()
        let pair = try #require(found.findings.first { $0.kind == .keybag })
        #expect(pair.severity == .error && pair.text.hasSuffix("items that require the passcode"))
        let items = try #require(found.findings.first { $0.kind == .lostKey })
        #expect(items.severity == .error && items.text.hasPrefix("1 items"))
    }

    /// Its attributes can be read, so it stays where it is; what is stored from now on gets a pair that opens.
    @Test func aRepairMakesRoomForAPairThatOpens() throws {
        try damage("private", purpose: .passcode)
        let repaired = try doctor().repair()
        #expect(repaired.backup != nil && !repaired.repairs.isEmpty)
        let after = try doctor().examine()
        #expect(after.isHealthy && after.items == 2)
        #expect(after.findings.contains { $0.kind == .lostKey && $0.severity == .note })
        #expect(!after.findings.contains { $0.kind == .quarantine })
        let keychain = try temporary.open()
        try keychain.unlock(passcode: secret("1234"))
        let context = Authentication(AuthenticationContext(authenticator: Owner()))
        let all = try keychain.items(matching: Query(.genericPassword), reading: .attributes, with: context)
        #expect(all.count == 2)
        #expect(throws: KeychainError.self) { try secretOf("bound", in: keychain) }
        #expect(try secretOf("plain", in: keychain) == Data("plain".utf8))
        try addConstrained("new", to: keychain)
        #expect(try secretOf("new", in: keychain) == Data("new".utf8))
        keychain.close()
        #expect(try doctor().examine().isHealthy)
    }

    @Test(arguments: [Keybag.KeyPair.Purpose.completeFile, .file, .fileAfterFirstUnlock, .fileAlways])
    func fileKeyIsReportedByItsClassAndReplaced(purpose: Keybag.KeyPair.Purpose) throws {
        try damage("private", purpose: purpose)
        let name = try #require(purpose.fileClass?.name)
        let found = try doctor().examine()
        let finding = try #require(found.findings.first { $0.kind == .keybag })
        #expect(finding.severity == .error && finding.text.hasSuffix(Self.files + name))
        _ = try doctor().repair()
        #expect(try doctor().examine().isHealthy)
        let keychain = try temporary.open()
        try keychain.unlock(passcode: secret("1234"))
        #expect(try secretOf("bound", in: keychain) == Data("bound".utf8))
    }

    /// What opens stays, and is sealed for again.
    @Test(arguments: [Keybag.KeyPair.Purpose.passcode, .file])
    func publicHalfIsReplacedFromThePrivateOne(purpose: Keybag.KeyPair.Purpose) throws {
        try damage("public", purpose: purpose)
        #expect(try !doctor(knowsPasscode: false).examine().isHealthy)
        // Without the passcode there is nothing to make it from, and nothing is left out.
        _ = try doctor(knowsPasscode: false).repair()
        #expect(try !doctor().examine().isHealthy)
        _ = try doctor().repair()
        #expect(try doctor().examine().findings.allSatisfy { $0.kind == .repairCopy })
        let keychain = try temporary.open()
        try keychain.unlock(passcode: secret("1234"))
        #expect(try secretOf("bound", in: keychain) == Data("bound".utf8))
        try addConstrained("new", to: keychain)
        #expect(try secretOf("new", in: keychain) == Data("new".utf8))
    }
}
