import FaultModel
import Foundation
import KeychainServices
import Secrets

@testable import KeyManagement

/// Goes through the scenario and says how each step went. A step that fails is tried once more if `retries`.
func runScenario(root: String, retries: Bool) {
    let run = ScenarioRun(root: root)
    for step in Scenario.Step.allCases {
        if run.attempt(step) || !retries { continue }
        _ = run.attempt(step)
    }
    say("end")
}

private final class ScenarioRun {
    private let root: String
    private var keychain: Keychain?

    init(root: String) { self.root = root }

    func attempt(_ step: Scenario.Step) -> Bool {
        do {
            // An earlier write that failed may not be there to be changed, and yet appear when the log is read again.
            say("\(try perform(step) ? "ok" : "none") \(step.rawValue)")
            return true
        } catch let error as KeychainError {
            say("error \(step.rawValue) \(error.code.rawValue) \(error)")
            return false
        } catch {
            fail("\(step.rawValue): \(error)")
        }
    }

    /// Returns whether there was something to do it to.
    private func perform(_ step: Scenario.Step) throws -> Bool {
        switch step {
        case .open: keychain = try open(root)
        case .addFirst: try opened().add("first", Scenario.secret("one"))
        case .addSecond: try opened().add("second", Scenario.secret("two"))
        case .updateFirst: return try opened().update("first", Scenario.secret("one again")) > 0
        case .deleteSecond: return try opened().delete("second") > 0
        case .setPasscode: try opened().setPasscode(passcode(Scenario.passcodes[0]))
        case .addThird: try opened().add("third", Scenario.secret("three"))
        case .changePasscode: try change(from: 0, compromised: false)
        case .changeCompromisedPasscode: try change(from: 1, compromised: true)
        case .updateThird: return try opened().update("third", Scenario.secret("three again")) > 0
        case .reopen:
            try opened().close()
            keychain = nil
            keychain = try open(root)
        case .readAll: try readAll()
        }
        return true
    }

    private func change(from index: Int, compromised: Bool) throws {
        try opened().changePasscode(
            from: passcode(Scenario.passcodes[index]), to: passcode(Scenario.passcodes[index + 1]),
            compromised: compromised)
    }

    private func opened() throws -> Keychain {
        if let keychain { return keychain }
        let opened = try open(root)
        keychain = opened
        return opened
    }

    private func readAll() throws {
        let keychain = try opened()
        if try keychain.lockState() == .beforeFirstUnlock {
            for text in Scenario.passcodes where try keychain.verify(passcode: passcode(text)) {
                try keychain.unlock(passcode: passcode(text))
            }
        }
        for item in try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data]) {
            let text = item.data.map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard let word = Scenario.word(text) else { fail("a wrong secret") }
            say("item \(item[.account]?.string ?? "?") \(word)")
        }
    }
}
