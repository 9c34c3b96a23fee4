import AgentClient
import CFork
import Foundation
import Glibc
import KeychainServices

/// Forks while threads of the parent use the agent; parent and child both go on. Each says when it is done.
func agentFork(count: Int) throws {
    faults_end_after(60)
    let keychain = try Keychain.userDefault()
    guard keychain.path == nil else { fail("there is no agent") }
    try keychain.add("before", "before the fork")
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    for thread in 0..<2 {
        Thread.detachNewThread {
            use(keychain, "thread \(thread)", count, started)
            ended.signal()
        }
    }
    for _ in 0..<2 { started.wait() }
    let child = faults_fork()
    guard child >= 0 else { fail("cannot fork") }
    if child == 0 {
        faults_end_after(60)
        use(keychain, "child", count, nil)
        say("child done")
        exit(0)
    }
    use(keychain, "parent", count, nil)
    for _ in 0..<2 { ended.wait() }
    guard faults_wait(child) == 0 else { fail("the child failed") }
    // What the child did to its copy of a connection is nothing to the parent's.
    use(keychain, "parent afterwards", count, nil)
    say("parent done")
}

/// - Parameter started: signalled after the first item.
private func use(_ keychain: Keychain, _ name: String, _ count: Int, _ started: DispatchSemaphore?) {
    do {
        for index in 0..<count {
            if index == 1 { started?.signal() }
            try keychain.add("\(name) \(index)", "secret of \(name) \(index)")
            guard try keychain.secret("\(name) \(index)") == "secret of \(name) \(index)",
                try keychain.secret("before") == "before the fork"
            else { fail("\(name) cannot read") }
        }
    } catch {
        fail("\(name): \(error)")
    }
}
