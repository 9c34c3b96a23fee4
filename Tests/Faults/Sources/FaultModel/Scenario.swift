/// A short life of a keychain, from its creation to a changed passcode: what the tests with failing system calls run.
public enum Scenario {
    /// What happens, in this order.
    public enum Step: String, CaseIterable, Sendable {
        case open, addFirst, addSecond, updateFirst, deleteSecond, setPasscode, addThird, changePasscode
        case changeCompromisedPasscode, updateThird, reopen, readAll
    }

    /// The passcodes that are set one after the other.
    public static let passcodes = ["first passcode", "second passcode", "third passcode"]

    /// What a keychain holds as far as this scenario goes.
    public struct State: Hashable, Sendable {
        /// The accounts, and which of the scenario's secrets each has.
        public var items: [String: String] = [:]
        /// Nil while none is set.
        public var passcode: String?

        /// A state; empty unless something is given.
        public init(items: [String: String] = [:], passcode: String? = nil) {
            self.items = items
            self.passcode = passcode
        }

        /// The state after a step that did what it should.
        public func after(_ step: Step) -> State {
            var state = self
            switch step {
            case .open, .reopen, .readAll: break
            case .addFirst: state.add("first", "one")
            case .addSecond: state.add("second", "two")
            case .updateFirst: if items["first"] != nil { state.items["first"] = "one again" }
            case .deleteSecond: state.items["second"] = nil
            case .setPasscode: if passcode == nil { state.passcode = passcodes[0] }
            case .addThird: state.add("third", "three")
            case .changePasscode: if passcode == passcodes[0] { state.passcode = passcodes[1] }
            case .changeCompromisedPasscode: if passcode == passcodes[1] { state.passcode = passcodes[2] }
            case .updateThird: if items["third"] != nil { state.items["third"] = "three again" }
            }
            return state
        }

        private mutating func add(_ account: String, _ secret: String) {
            if items[account] == nil { items[account] = secret }
        }
    }

    /// The whole secret of a word: one is longer than a page.
    public static func secret(_ word: String) -> String {
        word.hasPrefix("two") ? word + String(repeating: " 2", count: 3000) : word
    }

    /// The word of a secret, or nil if it is none of the scenario's.
    public static func word(_ text: String) -> String? {
        ["one", "one again", "two", "three", "three again"].first { secret($0) == text }
    }
}
