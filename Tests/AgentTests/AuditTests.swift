import Agent
import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// What was asked is written down, and nothing of what was said.
@Suite struct AuditTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    /// Texts that no record may have.
    private enum Said {
        static let secret = "SECRET-Tr0ub4dour"
        static let changed = "CHANGED-Tr0ub4dour"
        static let account = "ACCOUNT-kim"
        static let label = "LABEL-of-kim"
        static let passcode = "PASSCODE-right"
        static let wrong = "PASSCODE-wrong"
        static let all = [secret, changed, account, label, passcode, wrong]
    }

    private func useEverything(_ keychain: Keychain) throws {
        let query = Query(.genericPassword, [.account: .string(Said.account)])
        let attributes: Attributes = [.account: .string(Said.account), .label: .string(Said.label)]
        try keychain.add(NewItem(.genericPassword, attributes, data: Data(Said.secret.utf8)))
        #expect(throws: KeychainError.self) {
            try keychain.add(NewItem(.genericPassword, attributes, data: Data(Said.secret.utf8)))
        }
        _ = try keychain.items(matching: query, reading: .attributes)
        _ = try keychain.items(matching: query, reading: .data)
        try keychain.update(query, with: Changes(data: .replace(Data(Said.changed.utf8))))
        try keychain.setPasscode(passcode(Said.passcode))
        try keychain.lock()
        #expect(throws: KeychainError.self) { _ = try keychain.items(matching: query, reading: .data) }
        #expect(throws: KeychainError.self) { try keychain.unlock(passcode: passcode(Said.wrong)) }
        try keychain.unlock(passcode: passcode(Said.passcode))
        _ = try keychain.verify(passcode: passcode(Said.wrong))
        _ = try keychain.makeRecoveryKey()
        try keychain.changePasscode(from: passcode(Said.passcode), to: passcode(Said.passcode + "2"))
        try keychain.removePasscode(passcode(Said.passcode + "2"))
        try keychain.delete(query)
    }

    @Test func everyOperationLeavesARecordWithoutWhatWasSaid() throws {
        let records = try AgentRecords.inMemory()
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records))
        try useEverything(agent.keychain())
        agent.stop()
        let log = try directory.contents(below: "audit")
        for operation in [
            "add", "search", "read", "update", "set-passcode", "lock", "unlock", "verify-passcode", "make-recovery-key",
            "change-passcode", "remove-passcode", "delete",
        ] {
            #expect(log.contains("\"\(operation)\""), "no \(operation) in\n\(log)")
        }
        // The answers: a duplicate, a locked keychain, a wrong passcode.
        for status in ["-25299", "-25308", "-25293"] { #expect(log.contains(status), "no \(status)") }
        #expect(log.contains("genp"))
        #expect(log.contains("/test"))
        for said in Said.all {
            #expect(!log.contains(said), "\(said)")
            #expect(!log.contains(Data(said.utf8).base64EncodedString().dropLast(4)), "\(said) in base 64")
            #expect(!log.contains(said.utf8.map { String($0, radix: 16) }.joined()), "\(said) in hexadecimal")
        }
    }

    /// A batch, and what finds many items, leave a record for each.
    @Test func everyItemThatWasReadIsNamed() throws {
        let records = try AgentRecords.inMemory()
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records))
        let keychain = try agent.keychain()
        let references = try keychain.add(
            contentsOf: (0..<5).map { NewItem(.genericPassword, [.account: .string("\($0)")], data: Data()) })
        _ = try keychain.items(matching: Query(.genericPassword), reading: .data)
        agent.stop()
        let log = try directory.contents(below: "audit").lowercased()
        for reference in references {
            let id = reference.data.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(log.contains(id), "no \(id)")
        }
    }

    @Test func aRealAgentWritesItsLogBeforeItEnds() throws {
        let agent = try AgentProcess(home: directory.path)
        #expect(try agent.run("set", "mail", "one", input: Said.secret + "\n").status == 0)
        #expect(try agent.run("get", "mail", "one").text == Said.secret + "\n")
        agent.end()
        let log = try directory.contents(below: "data/audit")
        #expect(log.contains("\"read\""))
        #expect(log.contains(Built.chatelaine))
        #expect(!log.contains(Said.secret))
    }
}
