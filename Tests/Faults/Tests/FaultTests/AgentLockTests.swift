import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// A keychain that is locked and unlocked while many programs use it.
@Suite(.serialized) struct AgentLockTests {
    @Test func locksUnderLoadGiveOnlyTheStatusesOfALock() throws {
        let directory = try TemporaryDirectory.inMemory()
        let home = directory("home")
        do {
            // With a passcode that is cheap to try, which only this process can set.
            let keychain = try openFresh(home + "/data")
            try keychain.setPasscode(passcode("short passcode"))
            keychain.close()
        }
        let agent = try AgentProcess(home: home)
        let clients = try (0..<6).map { try agent.helper("agent-load", "client-\($0)") }
        for client in clients { try client.expect("open") }
        let rounds = Rounds.of(1000, "locks under load")
        let locker = try agent.helper("agent-lock", "\(rounds)", "short passcode")
        #expect(locker.remainingLines() == ["done"])
        var statuses: [Int: Int] = [:]
        var expected: [String: String] = [:]
        for (number, client) in clients.enumerated() {
            client.closeInput()
            for line in client.remainingLines() {
                let words = line.split(separator: " ")
                let numbers = words.compactMap { Int($0) }
                switch words.first {
                case "status": statuses[numbers[0], default: 0] += numbers[1]
                case "added":
                    for index in 0..<numbers[0] {
                        expected["client-\(number) \(index)"] = "secret of client-\(number) \(index)"
                    }
                default: Issue.record("\(line)")
                }
            }
        }
        print("locks under load: \(statuses)")
        #expect(Set(statuses.keys).isSubset(of: [0, -25300, -25308, -25299]))
        #expect(statuses[0, default: 0] > 0 && statuses[-25308, default: 0] > 0)
        agent.end()
        let keychain = try agent.keychain()
        try keychain.unlock(passcode: passcode("short passcode"))
        #expect(try keychain.secrets() == expected)
    }
}
