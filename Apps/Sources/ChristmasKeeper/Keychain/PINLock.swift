import Crypto
import Foundation
import PasswordVerifier
import Security

/// The protection of the presents by a PIN.
///
/// The PIN is not stored. A verifier checks it, and the key of the presents is an item that no program can read without the PIN.
enum PINLock {
    /// The result of a PIN.
    enum Answer {
        case open(SymmetricKey)
        /// The PIN is wrong. Has the seconds until the next may be entered.
        case wrong(wait: TimeInterval)
        /// The PIN was not checked. Has the seconds until one may be entered.
        case tooEarly(wait: TimeInterval)
    }

    /// There is not enough memory to make a verifier.
    struct NoMemory: Error {}
    /// The keychain no longer has the item that the PIN opened.
    struct MissingKey: Error {}

    /// Whether a PIN is set.
    static func isSet() throws -> Bool { try KeychainItem.verifier.read() != nil }

    /// Sets the first PIN, and creates the key that it protects.
    static func set(_ pin: Data) throws -> SymmetricKey {
        guard let verifier = PasswordVerifier(of: pin) else { throw NoMemory() }
        let key = SymmetricKey(size: .bits256)
        try KeychainItem.presentsKey.store(key.withUnsafeBytes { Data($0) }, password: pin)
        try KeychainItem.wrongPINs.delete()
        // Stored last: it states that the key is there.
        try KeychainItem.verifier.store(Data(verifier.text.utf8))
        return key
    }

    /// Tries a PIN.
    ///
    /// - Parameter now: the current time.
    static func open(_ pin: Data, at now: Date) throws -> Answer {
        var wrong = try WrongPINs.kept()
        let wait = wrong.wait(at: now)
        guard wait == 0 else { return .tooEarly(wait: wait) }
        guard let kept = try KeychainItem.verifier.read() else { throw MissingKey() }
        // Counted before the check, so that ending the program in between gains nothing.
        wrong.add(at: now)
        try wrong.keep()
        guard PasswordVerifier(text: String(decoding: kept, as: UTF8.self)).accepts(pin) else {
            return .wrong(wait: wrong.wait(at: now))
        }
        guard let bytes = try KeychainItem.presentsKey.read(pin) else { throw MissingKey() }
        try KeychainItem.wrongPINs.delete()
        return .open(SymmetricKey(data: bytes))
    }

    /// Returns the seconds until a PIN may be entered.
    static func wait(at now: Date) throws -> TimeInterval { try WrongPINs.kept().wait(at: now) }
}
