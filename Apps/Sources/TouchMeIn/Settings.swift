import Foundation
import GtkSupport

/// What somebody has set about leaving the notes.
@MainActor struct Settings {
    private enum Key {
        static let (minimizing, seconds) = ("leavesWhenMinimized", "secondsUntilUnused")
    }

    /// How long the window is unused until that counts, if it does and nothing else was set.
    static let usualSeconds = 60

    private let defaults = UserDefaults.standard

    /// What counts as leaving beside locks.
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
