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
    private let state: Mutex<PasscodeThrottle>
    private let clocks: Clocks

    /// Reads the clocks for the waits.
    package typealias Clocks = @Sendable () -> PasscodeThrottle.Clocks

    /// - Parameter record: the record with the count.
    /// - Throws: `.notAvailable` if the record cannot be read.
    init(
        _ records: AgentRecords, _ record: AgentRecords.Name = .passcodeThrottle, clocks: @escaping Clocks
    ) throws(KeychainError) {
        (self.records, self.record, self.clocks) = (records, record, clocks)
        var throttle = PasscodeThrottle()
        if let data = try records.read(record) {
            guard let stored = try? JSONDecoder().decode(PasscodeThrottle.self, from: data) else {
                throw .damagedRecord(record.rawValue)
            }
            throttle = stored
        }
        state = Mutex(throttle)
    }

    /// Runs `body`, which tries a passcode, unless it is too early for that.
    ///
    /// The attempt is on the disk as a wrong one before it is made: ending the agent in the middle of it gains nothing.
    ///
    /// - Parameters:
    ///   - isLogin: whether it is the password of a login, which may be another on purpose.
    ///   - atPrompt: whether a person has typed it at a prompt.
    ///   - erase: called if this was one wrong passcode too many.
    /// - Throws: `.authenticationFailed` if it is too early, or the error of `body`.
    func attempt<Result>(
        isLogin: Bool, atPrompt: Bool, erase: () throws(KeychainError) -> Void,
        _ body: () throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let before = state.withLock { $0 }
        let now = clocks()
        switch try change({ $0.begin(at: now, isLogin: isLogin, atPrompt: atPrompt) }) {
        case .proceed: break
        case .wait(let seconds): throw .notTried("wait \(Int(seconds.rounded(.up))) s, then try again")
        case .notAtLogin: throw .notTried("unlock it once by hand: chatelaine unlock")
        }
        do throws(KeychainError) {
            let result = try body()
            _ = try change { $0.recordSuccess() }
            return result
        } catch {
            guard error.code == .authenticationFailed else {
                // The passcode was not judged. Attempts come one after another: there was no other count meanwhile.
                _ = try change { $0 = before }
                throw error
            }
            let now = clocks()
            guard try change({ $0.recordFailure(at: now, atPrompt: atPrompt) }) == .erase else { throw error }
            try erase()
            // The count ends last: an agent that ends in between erases at the next wrong one.
            _ = try change { $0.recordSuccess() }
            throw .erased
        }
    }

    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    var erasesAfterLimit: Bool { state.withLock { $0.erasesAfterLimit } }

    /// - Throws: `.notAvailable` if it cannot be stored.
    func setErasesAfterLimit(_ erases: Bool) throws(KeychainError) { _ = try change { $0.erasesAfterLimit = erases } }

    private func change<Result: Sendable>(_ body: (inout PasscodeThrottle) -> Result) throws(KeychainError) -> Result {
        let (result, data) = state.withLock { throttle in
            let result = body(&throttle)
            return (result, try? JSONEncoder().encode(throttle))
        }
        if let data { try records.write(record, data) }
        return result
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
