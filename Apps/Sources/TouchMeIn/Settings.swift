import Foundation
import GtkSupport

/// The user's settings about leaving the notes.
@MainActor struct Settings {
    private enum Key {
        static let (minimizing, seconds) = ("leavesWhenMinimized", "secondsUntilUnused")
    }

    /// The number of seconds without use, if the user sets no other one.
    static let usualSeconds = 60

    private let defaults = UserDefaults.standard

    /// The causes of leaving, in addition to locks.
    var rules: Background.Rules {
        get {
            var rules = Background.Rules.usual
            if defaults.object(forKey: Key.minimizing) != nil {
                rules.countsMinimizing = defaults.bool(forKey: Key.minimizing)
            }
            guard defaults.object(forKey: Key.seconds) != nil else { return rules }
            return Background.Rules(
                countsMinimizing: rules.countsMinimizing, secondsUnused: defaults.integer(forKey: Key.seconds))
        }
        nonmutating set {
            defaults.set(newValue.countsMinimizing, forKey: Key.minimizing)
            defaults.set(newValue.secondsUnused, forKey: Key.seconds)
            defaults.synchronize()
        }
    }
}
