import Crypto
import Foundation
import PasswordVerifier
import Security

/// What stands between the presents and somebody who does not know the PIN.
///
/// The PIN is kept nowhere. A verifier recognises it; and the key of the presents is an item that does not open without it, whatever the
/// program that tries.
enum PINLock {
    /// What became of a PIN.
    enum Answer {
        case open(SymmetricKey)
        /// Seconds until the next may be given.
        case wrong(wait: TimeInterval)
        /// It was not looked at.
        case tooEarly(wait: TimeInterval)
    }

    /// There is no memory for making a verifier.
    struct NoMemory: Error {}
    /// The keychain does not have any more what the PIN opened.
    struct KeyIsLost: Error {}

    /// Whether a PIN was set.
    static func isSet() throws -> Bool { try KeychainItem.verifier.read() != nil }

    /// Sets the first PIN, and makes the key that it opens.
    static func set(_ pin: Data) throws -> SymmetricKey {
        guard let verifier = PasswordVerifier(of: pin) else { throw NoMemory() }
        let key = SymmetricKey(size: .bits256)
        try KeychainItem.presentsKey.store(key.withUnsafeBytes { Data($0) }, password: pin)
        try KeychainItem.wrongPINs.delete()
        // Last: what it says is true then.
        try KeychainItem.verifier.store(Data(verifier.text.utf8))
        return key
    }

    /// Tries a PIN.
    ///
    /// - Parameter now: the time.
    static func open(_ pin: Data, at now: Date) throws -> Answer {
        var wrong = try WrongPINs.kept()
        let wait = wrong.wait(at: now)
        guard wait == 0 else { return .tooEarly(wait: wait) }
        guard let kept = try KeychainItem.verifier.read() else { throw KeyIsLost() }
        // Counted before it is looked at: ending the program meanwhile gains nothing.
        wrong.add(at: now)
        try wrong.keep()
        guard PasswordVerifier(text: String(decoding: kept, as: UTF8.self)).accepts(pin) else {
            return .wrong(wait: wrong.wait(at: now))
        }
        guard let bytes = try KeychainItem.presentsKey.read(pin) else { throw KeyIsLost() }
        try KeychainItem.wrongPINs.delete()
        return .open(SymmetricKey(data: bytes))
    }

    /// How long to wait before a PIN may be given.
    static func wait(at now: Date) throws -> TimeInterval { try WrongPINs.kept().wait(at: now) }
}
