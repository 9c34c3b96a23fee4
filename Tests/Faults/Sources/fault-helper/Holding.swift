import Foundation
import Glibc
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
    try keychain.unlock(passcode: readSecret())
    try readEverything(keychain)
    say("unlocked")
    waitForLine()
    keychain.lock()
    say("locked")
    waitForLine()
}

/// A line of standard input in guarded memory, read byte by byte so that no buffer has a copy.
private func readSecret() -> SecretBytes {
    var line = SecretBytes(zeros: 200)
    let count = line.withUnsafeMutableBytes { line in
        var count = 0
        while count < line.count, read(STDIN_FILENO, line.baseAddress.map { $0 + count }, 1) == 1, line[count] != 10 {
            count += 1
        }
        return count
    }
    return line.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
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
