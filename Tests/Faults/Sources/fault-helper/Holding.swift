import Foundation
import Secrets

@testable import KeychainServices

/// Stays in the middle of a write until it is told to go on.
func hold(root: String) throws {
    let keychain = try open(root)
    try keychain.store.write { _ in
        say("holding")
        waitForLine()
    }
    say("released")
}

/// Unlocks with the passcode from the first line of standard input, reads what the second names, says so, and locks when
/// told to.
func unlockThenLock(root: String) throws {
    let keychain = try open(root)
    do {
        var line = Array(waitForLine().utf8)
        try keychain.unlock(passcode: SecretBytes(copying: line))
        line.withUnsafeMutableBytes { wipe($0) }
    }
    try readEverything(keychain)
    say("unlocked")
    waitForLine()
    keychain.lock()
    say("locked")
    waitForLine()
}

@inline(never)
private func readEverything(_ keychain: Keychain) throws {
    for item in try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data]) {
        guard let data = item.data, !data.isEmpty else { fail("an item without a secret") }
    }
}

/// Opens the user's own keychain, as its environment says, and adds and reads an item.
func useDefault() {
    do {
        let keychain = try Keychain.userDefault()
        try keychain.add("default", "a secret")
        guard try keychain.secret("default") == "a secret" else { fail("not what was written") }
        say("ok \(keychain.path ?? "")")
    } catch {
        say("error \(error.code.rawValue) \(error)")
    }
}
