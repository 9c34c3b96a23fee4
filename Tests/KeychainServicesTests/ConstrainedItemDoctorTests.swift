import Foundation
import GRDB
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// The doctor has nothing to show to items that ask for more: it takes none of them for damaged, and loses none.
@Suite struct ConstrainedItemDoctorTests {
    private let temporary: TemporaryRoot
    private let path: String
    private static let kinds: [AccessControl.Flags] = [
        .userPresence, .devicePasscode, .applicationPassword, [.devicePasscode, .applicationPassword],
    ]

    init() throws {
        temporary = try TemporaryRoot()
        path = temporary.root.keychainPath(named: "default")
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("1234"))
        let context = try contextWithPassword()
        for (index, flags) in Self.kinds.enumerated() {
            let control = try AccessControl(protection: .afterFirstUnlock, flags: flags)
            try keychain.add(
                genericPassword("\(index)", [.accessControl: .accessControl(control)], data: "secret \(index)"),
                with: Authentication(context))
        }
        keychain.close()
    }

    private func contextWithPassword(_ passcode: String = "1234") throws -> AuthenticationContext {
        /// A user who knows the passcode.
        struct Owner: Authenticator {
            let passcode: String
            func biometry() -> Biometry { .notEnrolled }
            func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
                var proof = AuthenticationProof()
                proof.hasShownPasscode = true
                do throws(KeychainError) {
                    proof.openingKeys = try request.passcode.prove(secret(passcode))
                } catch {
                    throw AuthenticationError(.authenticationFailed, error.reason)
                }
                return proof
            }
        }
        let context = AuthenticationContext(authenticator: Owner(passcode: passcode))
        try context.setApplicationPassword(secret("p"))
        return context
    }

    private func expectAllReadable() throws {
        let keychain = try temporary.open()
        try keychain.unlock(passcode: secret("1234"))
        let items = try keychain.items(
            matching: Query(.genericPassword), reading: .data, with: Authentication(try contextWithPassword()))
        #expect(items.map { $0.data } == Self.kinds.indices.map { Data("secret \($0)".utf8) })
        keychain.close()
    }

    @Test(arguments: [true, false]) func theyAreHealthy(unlocked: Bool) throws {
        let doctor =
            unlocked
            ? Doctor(root: temporary.root, passcode: secret("1234")) : Doctor(root: temporary.root)
        let diagnosis = try doctor.examine()
        #expect(diagnosis.isHealthy)
        #expect(diagnosis.items == Self.kinds.count)
        #expect(!diagnosis.findings.map(\.kind).contains(.corruptItem))
        try expectAllReadable()
    }

    /// Nothing can be stored beside what cannot be read: the passcode would stay what it is for ever.
    @Test func damagedKeyPairsAreReportedAndLeftOut() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE keypair SET purpose = 99 WHERE purpose = 1") }
        try queue.close()
        let found = try Doctor(root: temporary.root, passcode: secret("1234")).examine()
        let finding = try #require(found.findings.first { $0.kind == .keybag })
        #expect(finding.severity == .error && finding.remedy?.contains("--repair") == true && !found.isHealthy)
        let repaired = try Doctor(root: temporary.root, passcode: secret("1234")).repair()
        #expect(repaired.backup.map(FileManager.default.fileExists(atPath:)) == true)
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
        let keychain = try temporary.open()
        try keychain.changePasscode(from: secret("1234"), to: secret("new"))
        try keychain.unlock(passcode: secret("new"))
        // What took none of the pairs is still there.
        for index in [0, 2] {
            let items = try keychain.items(
                matching: Query(.genericPassword, [.account: .string("\(index)")]), reading: .data,
                with: Authentication(try contextWithPassword("new")))
            #expect(items.map { $0.data } == [Data("secret \(index)".utf8)])
        }
        keychain.close()
    }

    @Test func aRepairLeavesThemAlone() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM search WHERE item = 2") }
        try queue.close()
        _ = try Doctor(root: temporary.root, passcode: secret("1234")).repair()
        #expect(try !Doctor(root: temporary.root).examine().findings.map(\.kind).contains(.quarantine))
        try expectAllReadable()
    }

    @Test func aSalvageBringsThemAlong() throws {
        // The whole file is rebuilt if a page in the middle is noise.
        let keychain = try temporary.open()
        for index in 0..<300 { try keychain.add(genericPassword("filler \(index)", [.accessible: "dk"])) }
        keychain.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: size / 4096 / 2 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        try handle.close()
        let repaired = try Doctor(root: temporary.root, passcode: secret("1234")).repair()
        #expect(!repaired.repairs.isEmpty)
        let again = try temporary.open()
        try again.unlock(passcode: secret("1234"))
        let context = try contextWithPassword()
        for index in Self.kinds.indices {
            let query = Query(.genericPassword, [.account: .string("\(index)")])
            let item = try again.items(matching: query, reading: .data, with: Authentication(context)).first
            #expect(item?.data == Data("secret \(index)".utf8))
        }
    }
}
