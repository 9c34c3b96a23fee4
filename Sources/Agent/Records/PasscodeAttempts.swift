import AccessPolicy
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// Slows down who guesses passcodes; kept across restarts.
final class PasscodeAttempts: Sendable {
    private let records: AgentRecords
    private let state: Mutex<PasscodeThrottle>

    /// - Throws: `.notAvailable` if what was stored cannot be read.
    init(_ records: AgentRecords) throws(KeychainError) {
        self.records = records
        var throttle = PasscodeThrottle()
        if let data = try records.read(.passcodeThrottle) {
            guard let stored = try? JSONDecoder().decode(PasscodeThrottle.self, from: data) else {
                throw .damagedRecord(AgentRecords.Name.passcodeThrottle.rawValue)
            }
            throttle = stored
        }
        state = Mutex(throttle)
    }

    /// Runs `body`, which tries a passcode, unless it is too early for that.
    ///
    /// The attempt is on the disk as a wrong one before it is made: ending the agent in the middle of it gains nothing.
    ///
    /// - Parameter isLogin: whether it is the password of a login, which may be another on purpose.
    /// - Throws: `.authenticationFailed` if it is too early, or what `body` throws.
    func attempt<Result>(
        isLogin: Bool = false, _ body: () throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        let before = state.withLock { $0 }
        switch try change({ $0.begin(at: Self.clocks(), isLogin: isLogin) }) {
        case .proceed: break
        case .wait(let seconds): throw .notTried("wait \(Int(seconds.rounded(.up))) s, then try again")
        case .notAtLogin: throw .notTried("unlock it once by hand: chatelaine unlock")
        }
        do throws(KeychainError) {
            let result = try body()
            _ = try change { $0.wasRight() }
            return result
        } catch {
            if error.code == .authenticationFailed {
                _ = try change { $0.wasWrong(at: Self.clocks()) }
            } else {
                // The passcode was not judged. Attempts come one after another: nobody has counted meanwhile.
                _ = try change { $0 = before }
            }
            throw error
        }
    }

    private func change<Result: Sendable>(_ body: (inout PasscodeThrottle) -> Result) throws(KeychainError) -> Result {
        let (result, data) = state.withLock { throttle in
            let result = body(&throttle)
            return (result, try? JSONEncoder().encode(throttle))
        }
        if let data { try records.write(.passcodeThrottle, data) }
        return result
    }

    private static func clocks() -> PasscodeThrottle.Clocks {
        PasscodeThrottle.Clocks(
            bootID: bootID, bootTime: Double(bootTime()) / 1e9, wallTime: Date().timeIntervalSince1970)
    }
}

extension KeychainError {
    fileprivate static func notTried(_ remedy: String) -> KeychainError {
        var error = KeychainError(.authenticationFailed, "too many wrong passcodes were tried", remedy: remedy)
        error.passcodeWasNotTried = true
        return error
    }
}
