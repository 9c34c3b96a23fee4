import Foundation
import Glibc
import PasswordVault

/// A one-time code as it is at a moment.
enum CodeState: Equatable {
    /// Depends on the time.
    case timed(code: String, secondsLeft: Int, period: Int)
    /// Depends on a counter, and is used up when it is shown.
    case counted
    /// What is in the field makes no codes.
    case unreadable

    init(_ secret: Secret, at date: Date) {
        guard let code = try? OneTimeCode.parse(secret.copy()) else {
            self = .unreadable
            return
        }
        guard let now = code.code(at: date) else {
            self = .counted
            return
        }
        self = .timed(code: now.code, secondsLeft: now.secondsLeft, period: now.period)
    }

    /// The code in groups, as people read it.
    static func grouped(_ code: String) -> String {
        guard code.count >= 6 else { return code }
        let middle = code.index(code.startIndex, offsetBy: code.count / 2)
        return code[..<middle] + " " + code[middle...]
    }
}

/// Whether the machine's clock can be believed, as far as the kernel knows.
enum SystemClock {
    /// Codes of most sites are taken up to a period too early or too late.
    private static let mostErrorInSeconds = 15

    /// False: nothing keeps the clock right, and it may be off by more than codes put up with.
    static var isReliable: Bool {
        var state = timex()
        guard adjtimex(&state) >= 0 else { return true }
        return isReliable(isSynchronized: state.status & STA_UNSYNC == 0, errorInMicroseconds: Int(state.maxerror))
    }

    static func isReliable(isSynchronized: Bool, errorInMicroseconds: Int) -> Bool {
        isSynchronized || errorInMicroseconds < mostErrorInSeconds * 1_000_000
    }
}
