/// Slows down whoever types wrong passcodes into a prompt, also across restarts and reboots.
///
/// Ask ``begin(at:)``, store the value, try the passcode, tell the outcome, store the value again. The attempt counts from
/// the first store on: ending the agent in between does not give one for free.
///
/// Within one boot, time is `CLOCK_BOOTTIME`, which nobody sets. After a reboot only the wall clock tells how long ago the
/// last attempt was. Set back, it makes the wait start again, once, and never longer than the full delay. Set forward, it
/// ends the wait: that takes root (or the firmware's setup) and a reboot for each attempt, and root can put back an older
/// copy of this value as well.
public struct PasscodeThrottle: Hashable, Sendable {
    /// What the clocks say.
    public struct Clocks: Hashable, Codable, Sendable {
        /// `/proc/sys/kernel/random/boot_id`.
        public let bootID: String
        /// `CLOCK_BOOTTIME`, in seconds.
        public let bootTime: Double
        /// UTC, in seconds since 1970.
        public let wallTime: Double

        /// One reading of all three.
        public init(bootID: String, bootTime: Double, wallTime: Double) {
            self.bootID = bootID
            self.bootTime = bootTime
            self.wallTime = wallTime
        }
    }

    /// Whether a passcode may be tried.
    public enum Admission: Hashable, Sendable {
        case proceed
        case wait(seconds: Double)
        /// A wrong one more would make everybody wait, and this one may be wrong on purpose.
        case notAtLogin
    }

    /// What follows from a wrong passcode.
    public enum Consequence: Hashable, Sendable {
        /// The next attempt may be made after so many seconds.
        case retry(after: Double)
        /// Everything is to be erased.
        case erase
    }

    /// Wrong passcodes until there is a delay.
    public static let firstDelayed = 5
    /// In seconds.
    public static let longestDelay = 3600.0
    /// Wrong passcodes until everything is erased, where this is wished.
    public static let eraseLimit = 10
    private static let mostFailures = 1_000_000

    /// Wrong passcodes since the last right one; one that is being tried counts as wrong.
    public private(set) var failures = 0
    /// Those of them that somebody has typed at a prompt: what a script or a login gives by itself erases nothing.
    public private(set) var promptFailures = 0
    /// Whether the tenth wrong passcode in a row at a prompt erases everything.
    public var erasesAfterLimit = false
    private var last: Clocks?

    /// Nobody has typed a wrong one yet.
    public init() {}

    /// Seconds to wait after so many wrong passcodes: 0 for four, 1 for five, doubling, at most an hour.
    public static func delay(afterFailures count: Int) -> Double {
        guard count >= firstDelayed else { return 0 }
        // 2^12 seconds are over an hour.
        return min(longestDelay, Double(1 << min(count - firstDelayed, 12)))
    }

    /// Seconds until the next attempt may be made. Notes a reboot, or a clock that went backwards: store the value.
    public mutating func remaining(at now: Clocks) -> Double {
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

    /// A passcode is to be tried. If it may be, it counts as wrong from now on.
    ///
    /// - Parameters:
    ///   - isLogin: whether it is the password of a login, which may be another on purpose. Such ones alone make nobody wait,
    ///     however many there are, and guess no more than four.
    ///   - atPrompt: whether somebody has typed it at a prompt.
    public mutating func begin(at now: Clocks, isLogin: Bool = false, atPrompt: Bool = true) -> Admission {
        guard !isLogin || failures + 1 < Self.firstDelayed else { return .notAtLogin }
        let remaining = remaining(at: now)
        guard remaining <= 0 else { return .wait(seconds: remaining) }
        failures = min(failures + 1, Self.mostFailures)
        if atPrompt { promptFailures = min(promptFailures + 1, Self.mostFailures) }
        last = now
        return .proceed
    }

    /// The passcode that was tried was wrong.
    ///
    /// - Parameter atPrompt: as for ``begin(at:atPrompt:)``.
    public mutating func wasWrong(at now: Clocks, atPrompt: Bool = true) -> Consequence {
        last = now
        if erasesAfterLimit, atPrompt, promptFailures >= Self.eraseLimit { return .erase }
        return .retry(after: Self.delay(afterFailures: failures))
    }

    /// The passcode that was tried was right, or there is nothing left that it would open.
    public mutating func wasRight() {
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

    /// - Throws: `DecodingError` for what ``encode(to:)`` does not write.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        failures = try container.decode(Int.self, forKey: .failures)
        promptFailures = try container.decodeIfPresent(Int.self, forKey: .promptFailures) ?? 0
        erasesAfterLimit = try container.decode(Bool.self, forKey: .erasesAfterLimit)
        last = try container.decodeIfPresent(Clocks.self, forKey: .last)
        let isPossible = (0...Self.mostFailures).contains(failures) && (0...max(0, failures)).contains(promptFailures)
        guard isPossible, last.map({ $0.bootTime.isFinite && $0.wallTime.isFinite }) ?? true
        else {
            throw DecodingError.dataCorruptedError(forKey: .last, in: container, debugDescription: "no such attempt")
        }
    }
}
