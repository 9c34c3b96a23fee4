import AgentClient
import FaultModel
import Foundation
import KeychainServices
import Synchronization

// Programs that use the user's keychain, through the agent whenever there is one.

/// Adds items one after another and says the number of each when it is known to be stored: also if the agent ends meanwhile.
func agentWrite(name: String, count: Int) throws {
    let keychain = try Keychain.userDefault()
    var (throughAgent, unknown, unreachable) = (0, 0, 0)
    say("open")
    waitForLine()
    for index in 0..<count {
        let (account, secret) = ("\(name) \(index)", "secret of \(name) \(index)")
        var isStored = false
        while !isStored {
            do {
                try keychain.add(account, secret)
                isStored = true
            } catch {
                // It is not known whether it was stored: check the result, and repeat the request if needed.
                guard error.code == .notAvailable else { throw error }
                if error.reason.contains("not known") { unknown += 1 } else { unreachable += 1 }
                isStored = (try? keychain.secret(account)) == secret
            }
        }
        if keychain.path == nil { throughAgent += 1 }
        say("\(index)")
    }
    say("done \(throughAgent) \(unknown) \(unreachable)")
}

/// `threads` clients that each make `count` changes and read after each of them what should be there.
func agentMixed(name: String, threads: Int, count: Int) throws {
    let keychain = try Keychain.userDefault()
    guard keychain.path == nil else { fail("there is no agent") }
    say("open")
    waitForLine()
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
        do {
            try mixed(keychain, "\(name)-\(thread)", count)
        } catch {
            wrong.withLock { $0.append("\(error)") }
        }
    }
    for text in wrong.withLock({ $0 }) { fail(text) }
    say("done")
}

private func mixed(_ keychain: Keychain, _ name: String, _ count: Int) throws {
    var model = WriterModel()
    for _ in 0..<count / 2 {
        let touched: String
        switch model.next {
        case .add(let account, let secret):
            touched = account
            try keychain.add(name + account, secret)
        case .update(let account, let secret):
            touched = account
            guard try keychain.update(name + account, secret) == 1 else { fail("nothing to update") }
        case .delete(let account):
            touched = account
            guard try keychain.delete(name + account) == 1 else { fail("nothing to delete") }
        }
        model.perform()
        guard try keychain.secret(name + touched) == model.items[touched] else { fail("\(name): a wrong answer") }
    }
}

/// Adds, reads and searches until standard input ends; says each status that it got, and how often, then what it added.
func agentLoad(name: String) throws {
    let keychain = try Keychain.userDefault()
    let goesOn = Atomic(true)
    var (statuses, added): ([Int32: Int], Int) = ([:], 0)
    say("open")
    Thread.detachNewThread {
        while readLine() != nil {}
        goesOn.store(false, ordering: .relaxed)
    }
    var index = 0
    while goesOn.load(ordering: .relaxed) {
        index += 1
        do throws(KeychainError) {
            switch index % 3 {
            case 0:
                try keychain.add("\(name) \(added)", "secret of \(name) \(added)")
                added += 1
            case 1:
                let wanted = "\(name) \(added / 2)"
                guard let found = try keychain.secret(wanted) else { throw KeychainError(.itemNotFound, "") }
                if found != "secret of \(wanted)" { fail("half a result") }
            default:
                let found = try keychain.items(matching: Query(.genericPassword, limit: .atMost(5)), reading: .data)
                if found.contains(where: { $0.data?.isEmpty != false }) { fail("an item without its secret") }
            }
            statuses[0, default: 0] += 1
        } catch {
            statuses[error.code.rawValue, default: 0] += 1
        }
    }
    for (status, count) in statuses { say("status \(status) \(count)") }
    say("added \(added)")
}

/// Locks and unlocks.
func agentLock(count: Int, passcode text: String) throws {
    let keychain = try Keychain.userDefault()
    for _ in 0..<count {
        try keychain.lock()
        try keychain.unlock(passcode: passcode(text))
    }
    say("done")
}

/// Does what each line of standard input says: `add ACCOUNT SECRET`, `get ACCOUNT`, `where`.
func agentSession() throws {
    let keychain = try Keychain.userDefault()
    say("open")
    while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        do throws(KeychainError) {
            switch words.first {
            case "add":
                try keychain.add(words[1], words[2])
                say("added")
            case "get": say(try keychain.secret(words[1]) ?? "nothing")
            default: say(keychain.path ?? "agent")
            }
        } catch {
            say(
                "error \(error.code.rawValue) \(error.remedy == nil ? "without advice" : "with advice") \(error.reason)"
            )
        }
    }
}
