import CFork
import Foundation
import Glibc
import KeychainServices

/// Writes and reads in a thread of the parent, forks, and writes and reads in the child as well. Each process says what it
/// has written; the child outlives the parent if `parentEndsFirst`.
func forkWhileWriting(root: String, count: Int, parentEndsFirst: Bool) throws {
    // A hang ends the process, and the test sees that it did not say that it is done.
    faults_end_after(60)
    let keychain = try open(root)
    try keychain.add("before", "before the fork")
    guard try keychain.secret("before") == "before the fork" else { fail("cannot read") }
    // A fork while Swift's runtime makes a type for the first time would stop the child, keychain or not: every thread has
    // been through everything once.
    let started = DispatchSemaphore(value: 0)
    let others = (0..<2).map { thread in
        work { try write("parent's thread \(thread)", count, keychain) { started.signal() } }
    }
    for _ in others { started.wait() }
    let child = faults_fork()
    guard child >= 0 else { fail("cannot fork") }
    if child == 0 {
        faults_end_after(60)
        do {
            guard try keychain.secret("before") == "before the fork" else { fail("the child cannot read") }
            try write("child", count, keychain)
            say("child done")
            exit(0)
        } catch {
            fail("child: \(error)")
        }
    }
    try write("parent", count, keychain)
    for other in others { other.wait() }
    say("parent done")
    if parentEndsFirst { exit(0) }
    exit(Int32(faults_wait(child)))
}

/// - Parameter started: called after the first item.
private func write(_ name: String, _ count: Int, _ keychain: Keychain, started: () -> Void = {}) throws {
    for index in 0..<count {
        if index == 1 { started() }
        try keychain.add("\(name) \(index)", "secret of \(name) \(index)")
        guard try keychain.secret("\(name) \(index)") == "secret of \(name) \(index)" else {
            fail("\(name) cannot read")
        }
    }
}

/// Runs `body` in a thread of its own; the semaphore is signalled at its end.
private func work(_ body: @escaping @Sendable () throws -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        do { try body() } catch { fail("\(error)") }
        done.signal()
    }
    return done
}
