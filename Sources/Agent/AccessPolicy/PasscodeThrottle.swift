/// A rate limit on wrong passcodes at a prompt, also across restarts and reboots.
///
/// Call ``begin(at:isLogin:atPrompt:)``, store the value, try the passcode, report the outcome, store the value again. The attempt counts
/// from the first store on: ending the agent in between does not give a free attempt.
///
/// Within one boot, time is `CLOCK_BOOTTIME`, which cannot be set. After a reboot only the wall clock tells how long ago the last attempt
/// was. A clock that was set back restarts the wait, once, and never for longer than the full delay. A clock that was set forward ends the
/// wait: that takes root (or the firmware's setup) and a reboot for each attempt, and root can also restore an older copy of this value.
package struct PasscodeThrottle: Hashable, Sendable {
    /// A reading of the clocks.
    package struct Clocks: Hashable, Codable, Sendable {
        /// `/proc/sys/kernel/random/boot_id`.
        package let bootID: String
        /// `CLOCK_BOOTTIME`, in seconds.
        package let bootTime: Double
        /// UTC, in seconds since 1970.
        package let wallTime: Double

        /// Creates a reading of all three.
        package init(bootID: String, bootTime: Double, wallTime: Double) {
            self.bootID = bootID
            self.bootTime = bootTime
            self.wallTime = wallTime
        }
    }

    /// The decision on whether a passcode may be tried.
    package enum Admission: Hashable, Sendable {
        case proceed
        case wait(seconds: Double)
        /// One more wrong passcode would delay every prompt, and a login password may differ from the passcode on purpose.
        case notAtLogin
    }

    /// The consequence of a wrong passcode.
    package enum Consequence: Hashable, Sendable {
        /// The next attempt may be made after this number of seconds.
        case retry(after: Double)
        /// Everything is to be erased.
        case erase
    }

    /// The number of wrong passcodes from which on there is a delay.
    package static let firstDelayed = 5
    /// The longest delay, in seconds.
    package static let longestDelay = 3600.0
    /// The number of wrong passcodes at which everything is erased, if the user has enabled this.
    package static let eraseLimit = 10
    private static let maximumFailures = 1_000_000

    /// The number of wrong passcodes since the last right one. A passcode that is being tried counts as wrong.
    package private(set) var failures = 0
    /// The number of them that were typed at a prompt. Attempts by scripts and logins erase nothing.
    package private(set) var promptFailures = 0
    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    package var erasesAfterLimit = false
    private var last: Clocks?

    /// Creates a throttle without failures.
    package init() {}

    /// Returns the seconds to wait after `count` wrong passcodes: 0 for four, 1 for five, doubling, at most an hour.
    package static func delay(afterFailures count: Int) -> Double {
        guard count >= firstDelayed else { return 0 }
        // 2^12 seconds are over an hour.
        return min(longestDelay, Double(1 << min(count - firstDelayed, 12)))
    }

    /// Returns the seconds until the next attempt may be made. Records a reboot, or a clock that went backwards: store the value.
    package mutating func remaining(at now: Clocks) -> Double {
        guard let last else { return 0 }
        let delay = Self.delay(afterFailures: failures)
        let elapsed = last.bootID == now.bootID ? now.bootTime - last.bootTime : now.wallTime - last.wallTime
        let counted = min(max(elapsed, 0), delay)
        if last.bootID != now.bootID || elapsed < 0 {
            self.last = Clocks(
                bootID: now.bootID, bootTime: now.bootTime - counted, wallTime: now.wallTime - counted)
        }
        return delay - counted
    }

    /// Begins an attempt. If it is admitted, the passcode counts as wrong from now on.
    ///
    /// - Parameters:
    ///   - isLogin: whether it is a login password, which may differ from the passcode on purpose. Login passwords alone never cause a
    ///     delay, however many there are, and amount to at most four guesses.
    ///   - atPrompt: whether the user has typed it at a prompt.
    package mutating func begin(at now: Clocks, isLogin: Bool = false, atPrompt: Bool = true) -> Admission {
        guard !isLogin || failures + 1 < Self.firstDelayed else { return .notAtLogin }
        let remaining = remaining(at: now)
        guard remaining <= 0 else { return .wait(seconds: remaining) }
        note(at: now, atPrompt: atPrompt)
        return .proceed
    }

    /// Counts an attempt that another throttle has admitted.
    ///
    /// - Parameter atPrompt: as for ``begin(at:isLogin:atPrompt:)``.
    mutating func note(at now: Clocks, atPrompt: Bool) {
        failures = min(failures + 1, Self.maximumFailures)
        if atPrompt { promptFailures = min(promptFailures + 1, Self.maximumFailures) }
        last = now
    }

    /// Takes back an attempt whose passcode was not judged.
    ///
    /// - Parameters:
    ///   - before: the value before the attempt. There may have been other attempts since.
    ///   - atPrompt: as it was said when the attempt began.
    mutating func withdraw(to before: PasscodeThrottle, atPrompt: Bool) {
        guard failures == before.failures + 1 else {
            failures = max(0, failures - 1)
            promptFailures = min(failures, max(0, promptFailures - (atPrompt ? 1 : 0)))
            return
        }
        let erases = erasesAfterLimit
        self = before
        erasesAfterLimit = erases
    }

    /// Records that the passcode that was tried was wrong.
    ///
    /// - Parameter atPrompt: as for ``begin(at:isLogin:atPrompt:)``.
    package mutating func recordFailure(at now: Clocks, atPrompt: Bool = true) -> Consequence {
        last = now
        if erasesAfterLimit, atPrompt, promptFailures >= Self.eraseLimit { return .erase }
        return .retry(after: Self.delay(afterFailures: failures))
    }

    /// Records that the passcode that was tried was right, or that nothing is left that it would open.
    package mutating func recordSuccess() {
        (failures, promptFailures) = (0, 0)
        last = nil
    }
}

extension PasscodeThrottle: Codable {
    private enum CodingKeys: String, CodingKey {
        case failures
        case promptFailures
        case erasesAfterLimit
        case last
    }

    /// - Throws: `DecodingError` for input that ``encode(to:)`` does not write.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        failures = try container.decode(Int.self, forKey: .failures)
        promptFailures = try container.decodeIfPresent(Int.self, forKey: .promptFailures) ?? 0
        erasesAfterLimit = try container.decode(Bool.self, forKey: .erasesAfterLimit)
        last = try container.decodeIfPresent(Clocks.self, forKey: .last)
        let isPossible =
            (0...Self.maximumFailures).contains(failures) && (0...max(0, failures)).contains(promptFailures)
        guard isPossible, last.map({ $0.bootTime.isFinite && $0.wallTime.isFinite }) ?? true
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .last, in: container, debugDescription: "not a valid record of attempts")
        }
    }
}
