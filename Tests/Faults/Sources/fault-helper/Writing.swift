import FaultModel
import Foundation
import KeychainServices
import Secrets

@testable import KeyManagement

/// Goes on with the model's writes and says the number of each as soon as the keychain has acknowledged it.
func writeForEver(root: String, from start: Int) throws {
    var model = WriterModel(after: start)
    let keychain = try open(root)
    say("open")
    while true {
        try perform(model.next, keychain)
        model.perform()
        say("\(model.count)")
    }
}

/// The same, one write for each line on standard input.
func writeInTurn(root: String, from start: Int) throws {
    var model = WriterModel(after: start)
    let keychain = try open(root)
    say("open")
    while true {
        waitForLine()
        try perform(model.next, keychain)
        model.perform()
        say("\(model.count)")
    }
}

private func perform(_ write: WriterModel.Write, _ keychain: Keychain) throws {
    switch write {
    case .add(let account, let secret): try keychain.add(account, secret)
    case .update(let account, let secret):
        guard try keychain.update(account, secret) == 1 else { fail("nothing to update") }
    case .delete(let account):
        guard try keychain.delete(account) == 1 else { fail("nothing to delete") }
    }
}

/// Sets the first passcode of a keychain that has many items, which are then re-wrapped, saying how far it is.
func setPasscode(root: String, passcode text: String) throws {
    let keychain = try open(root)
    say("open")
    try keychain.setPasscode(passcode(text)) { done, _ in say("\(done)") }
    say("set")
}

/// Adds items of its own as fast as it can, once it is told to begin.
func addMany(root: String, name: String, count: Int) throws {
    let keychain = try open(root)
    say("open")
    waitForLine()
    for index in 0..<count { try keychain.add("\(name) \(index)", "secret of \(name) \(index)") }
    say("done")
}
