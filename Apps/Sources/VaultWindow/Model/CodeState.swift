import Foundation
import PasswordVault

/// The state of a one-time code at a moment.
enum CodeState: Equatable {
    /// The code depends on the time.
    case timed(code: String, secondsLeft: Int, period: Int)
    /// The code depends on a counter, and is used up when it is shown.
    case counted
    /// The field's content is not a secret of one-time codes.
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

    /// Returns the code in two groups, which are easier to read.
    static func grouped(_ code: String) -> String {
        guard code.count >= 6 else { return code }
        let middle = code.index(code.startIndex, offsetBy: code.count / 2)
        return code[..<middle] + " " + code[middle...]
    }
}
