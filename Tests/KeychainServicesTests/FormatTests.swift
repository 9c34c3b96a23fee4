import Foundation
import KeychainServices
import Testing

/// Every release opens the files of every earlier one: `Formats/N` holds a root as release N's format has it.
@Suite struct FormatTests {
    private static let formats = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Formats")
    private static let passcode = "format passcode"

    private func items() -> [NewItem] {
        [
            NewItem(
                .genericPassword,
                [
                    .account: "kim", .service: "mail", .label: "Läbel", .generic: .data(Data([0, 1, 255])),
                    .type: .number(1 << 40),
                ],
                data: Data("generic".utf8)),
            NewItem(.genericPassword, [.account: "always", .accessible: "dk"], data: Data()),
            NewItem(.genericPassword, [.account: "nothing", .accessible: "cku", .synchronizable: 1]),
            NewItem(.genericPassword, [.account: "needs passcode", .accessible: "akpu"], data: Data("akpu".utf8)),
            NewItem(
                .internetPassword, [.account: "kim", .server: "example.com", .protocol: "htps", .port: 443],
                data: Data("internet".utf8), secretAttributes: [.notes: .data(Data("notes".utf8))]),
            NewItem(.certificate, [.subject: .data(Data("subject".utf8)), .publicKeyHash: .data(Data("hash".utf8))]),
            NewItem(
                .key, [.applicationLabel: .data(Data("hash".utf8)), .keyClass: 1, .applicationTag: "tag"],
                data: Data("key".utf8)),
        ]
    }

    /// What only a file of format 2 has.
    private func guardedItems() throws -> [NewItem] {
        try [AccessControl.Flags.devicePasscode, [.devicePasscode, .applicationPassword]].map { flags in
            let control = try AccessControl(protection: .whenUnlocked, flags: flags)
            return NewItem(
                .genericPassword,
                [.account: .string("guarded \(flags.rawValue)"), .accessControl: .accessControl(control)],
                data: Data("guarded".utf8))
        }
    }

    /// A user who knows the passcode, and the program's own password.
    private func evidence() throws -> Authentication {
        let context = AuthenticationContext(authenticator: KnowsThePasscode(passcode: Self.passcode))
        try context.setApplicationPassword(secret("application"))
        return Authentication(context)
    }

    /// Writes the file that the tests keep: `CHATELAINE_WRITE_FORMAT=1 swift test --filter FormatTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FORMAT"] != nil))
    func writeTheFileOfThisFormat() throws {
        let directory = Self.formats.appendingPathComponent("2").path
        try? FileManager.default.removeItem(atPath: directory)
        let keychain = try Keychain(
            root: KeychainRoot(path: directory), accessGroups: AccessGroups(["format"]), passcodeCost: .cheapForTests)
        try keychain.setPasscode(secret(Self.passcode))
        for item in items() { try keychain.add(item) }
        for item in try guardedItems() { try keychain.add(item, with: evidence()) }
        keychain.close()
        for name in ["default.keychain-wal", "default.keychain-shm", "default.keychain.lock"] {
            try? FileManager.default.removeItem(atPath: directory + "/keychains/" + name)
        }
        try? FileManager.default.removeItem(atPath: directory + "/root.lock")
        #expect(FileManager.default.fileExists(atPath: directory + "/keychains/default.keychain"))
    }

    @Test(arguments: ["1", "2"])
    func everyEarlierFormatOpens(version: String) throws {
        let temporary = try TemporaryRoot()
        try FileManager.default.copyItem(
            atPath: Self.formats.appendingPathComponent(version).path, toPath: temporary.root.path)
        let keychain = try temporary.open(groups: ["format"])
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        #expect(
            try keychain.items(matching: Query(.genericPassword, [.account: "always"]), reading: .data).map(\.data) == [
                Data()
            ])
        try keychain.unlock(passcode: secret(Self.passcode))
        for item in items() {
            var query = Query(item.itemClass, item.attributes)
            query.synchronizable = .any
            let found = try keychain.items(matching: query, reading: [.attributes, .data])
            #expect(found.count == 1, "\(item.itemClass)")
            #expect(found.first?.data == item.data)
            #expect(found.first?.secretAttributes == item.secretAttributes)
        }
        #expect(try keychain.items(matching: Query(.identity)).count == 1)
        for item in version == "1" ? [] : try guardedItems() {
            let query = Query(.genericPassword, [.account: item.attributes[.account] ?? ""])
            #expect(try keychain.items(matching: query, reading: .data, with: evidence()).map(\.data) == [item.data])
        }
        keychain.close()
        // A checkout has wider permissions than a keychain; everything else is as it should be.
        let diagnosis = try Doctor(root: temporary.root, passcode: secret(Self.passcode)).examine()
        #expect(diagnosis.findings.allSatisfy { $0.kind == .permissions })
    }
}

/// An authenticator for which the test has typed the passcode.
private struct KnowsThePasscode: Authenticator {
    let passcode: String

    func biometry() -> Biometry { .notEnrolled }

    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        var proof = AuthenticationProof()
        do throws(KeychainError) { proof.openingKeys = try request.passcode.prove(secret(passcode)) } catch {
            throw AuthenticationError(error)
        }
        proof.hasShownPasscode = true
        return proof
    }
}
