import Foundation
import Glibc
import Secrets
import ZeroOnFree

@testable import KeychainServices

/// Stays in the middle of a write until it is told to go on.
func hold(root: String) throws {
    let keychain = try open(root)
    guard let local = try keychain.service() as? LocalKeychain else { fail("not a keychain of this process") }
    try local.store.write { _ in
        say("holding")
        waitForLine()
    }
    say("released")
}

/// Unlocks with the passcode from the first line of standard input, reads what the second names, says so, and locks when
/// told to. What it frees on the way is overwritten.
func unlockThenLock(root: String) throws {
    guard zero_on_free_enable() else { fail("freed memory is not overwritten") }
    let keychain = try open(root)
    try keychain.unlock(passcode: readSecret())
    try holdEverything(of: keychain) {
        say("unlocked")
        waitForLine()
    }
    try keychain.lock()
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

/// Has all items in memory while `body` runs, and no longer.
@inline(never)
private func holdEverything(of keychain: Keychain, while body: () -> Void) throws {
    let items = try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
    guard !items.isEmpty, items.allSatisfy({ $0.data?.isEmpty == false }) else { fail("an item without a secret") }
    withExtendedLifetime(items, body)
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

/// Grows and shrinks memory while what is freed is overwritten, and says whether it kept its contents.
func reallocate() {
    guard zero_on_free_enable() else { fail("freed memory is not overwritten") }
    // Small blocks, large ones, and those that the allocator maps by themselves; up and down again.
    let sizes = [1, 24, 25, 1032, 1033, 70_000, 200_000, 3_000_000]
    var memory: UnsafeMutableRawPointer?
    var filled = 0
    for size in sizes + sizes.reversed() + [0] {
        let moved = realloc(memory, size)
        guard let moved else {
            say(size == 0 ? "kept" : "no memory")
            return
        }
        let kept = min(filled, size)
        guard (0..<kept).allSatisfy({ moved.load(fromByteOffset: $0, as: UInt8.self) == UInt8($0 % 251) }) else {
            return say("lost on the way to \(size) bytes")
        }
        for index in kept..<size { moved.storeBytes(of: UInt8(index % 251), toByteOffset: index, as: UInt8.self) }
        memory = moved
        filled = size
    }
    say("not freed")
}
