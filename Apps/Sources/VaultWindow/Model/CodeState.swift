import Foundation
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
