import AccessPolicy
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Synchronization

/// Counts wrong passcodes, and makes guessing slow. The count is kept across restarts.
package final class PasscodeAttempts: Sendable {
    private let records: AgentRecords
    private let record: AgentRecords.Name
    private let state: Mutex<PasscodeLedger>
    /// Held while a change is stored.
    private let writing = Mutex(())
    private let clocks: Clocks

    /// Reads the clocks for the waits.
    package typealias Clocks = @Sendable () -> PasscodeThrottle.Clocks

    /// - Parameter record: the record with the count.
    /// - Throws: `.notAvailable` if the record cannot be read.
    init(
        _ records: AgentRecords, _ record: AgentRecords.Name = .passcodeThrottle, clocks: @escaping Clocks
    ) throws(KeychainError) {
        (self.records, self.record, self.clocks) = (records, record, clocks)
        var ledger = PasscodeLedger()
        if let data = try records.read(record) {
            guard let stored = try? JSONDecoder().decode(PasscodeLedger.self, from: data) else {
                throw .damagedRecord(record.rawValue)
            }
            ledger = stored
        }
        state = Mutex(ledger)
    }

    /// Runs `body`, which tries a passcode, unless it is too early for that.
    ///
    /// The attempt is on the disk as a wrong one before it is made: ending the agent in the middle of it gains nothing.
    ///
    /// - Parameters:
    ///   - source: the place that the passcode comes from, which waits for others as ``PasscodeLedger`` says; `nil` to wait for all.
    ///   - isLogin: whether it is the password of a login, which may be another on purpose.
    ///   - atPrompt: whether a person has typed it at a prompt.
    ///   - erase: called if this was one wrong passcode too many.
    /// - Throws: `.authenticationFailed` if it is too early, or the error of `body`.
    func attempt<Result>(
        from source: PasscodeSource?, isLogin: Bool, atPrompt: Bool, erase: () throws(KeychainError) -> Void,
        _ body: () throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let now = clocks()
        let attempt: PasscodeLedger.Attempt
        switch try change({ $0.begin(from: source, at: now, isLogin: isLogin, atPrompt: atPrompt) }) {
        case .proceed(let begun): attempt = begun
        case .refused(.wait(let seconds)):
            throw .notTried("wait \(Int(seconds.rounded(.up))) s, then try again")
        case .refused: throw .notTried("unlock it once by hand: chatelaine unlock")
        }
        do throws(KeychainError) {
            let result = try body()
            try change { $0.recordSuccess(of: attempt) }
            return result
        } catch {
            guard error.code == .authenticationFailed else {
                // The passcode was not judged.
                try change { $0.withdraw(attempt) }
                throw error
            }
            let now = clocks()
            guard try change({ $0.recordFailure(of: attempt, at: now) }) == .erase else { throw error }
            try erase()
            // The count ends last: an agent that ends in between erases at the next wrong one.
            try change { $0.recordErasure() }
            throw .erased
        }
    }

    /// Whether a source has given the right passcode before, and has a count of its own since.
    func isProven(_ source: PasscodeSource) -> Bool { state.withLock { $0.isProven(source) } }

    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    var erasesAfterLimit: Bool { state.withLock { $0.erasesAfterLimit } }

    /// - Throws: `.notAvailable` if it cannot be stored.
    func setErasesAfterLimit(_ erases: Bool) throws(KeychainError) { try change { $0.erasesAfterLimit = erases } }

    private func change<Result: Sendable>(_ body: (inout PasscodeLedger) -> Result) throws(KeychainError) -> Result {
        // Of two changes at once the later one is stored last.
        let outcome = writing.withLock { _ -> Swift.Result<Result, KeychainError> in
            let (result, data) = state.withLock { ledger in
                let result = body(&ledger)
                return (result, try? JSONEncoder().encode(ledger))
            }
            return Swift.Result { () throws(KeychainError) in
                if let data { try records.write(record, data) }
                return result
            }
        }
        return try outcome.get()
    }

    /// The clocks of the machine.
    static let machineClocks: Clocks = {
        PasscodeThrottle.Clocks(
            bootID: bootID, bootTime: Clock.secondsSinceBoot, wallTime: Date().timeIntervalSince1970)
    }
}

extension KeychainError {
    fileprivate static func notTried(_ remedy: String) -> KeychainError {
        var error = KeychainError(.authenticationFailed, "too many wrong passcodes were tried", remedy: remedy)
        error.passcodeWasNotChecked = true
        return error
    }

    fileprivate static var erased: KeychainError {
        KeychainError(
            .authenticationFailed,
            "that was the tenth wrong passcode in a row: everything in the keychain was erased, as you had asked for",
            remedy: "the keychain is empty and has no passcode; set one with: chatelaine passcode set")
    }
}
