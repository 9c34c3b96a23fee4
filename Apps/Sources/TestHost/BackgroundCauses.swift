import Glibc
import GtkSupport

/// A test program that prints the causes of leaving the window: a line for the rules, and one each time the window is left.
@MainActor final class BackgroundCauses {
    private static var background: Background?

    /// - Parameter words: whether minimising counts, and the seconds without use; empty for the usual rules.
    static func run(_ words: [String]) -> Int32 {
        // Several processes may run at the same time.
        let application = Application("io.github.chatelaine.TestHost", isUnique: false)
        return application.run {
            let window = MainWindow.show(application)
            let rules =
                words.count == 2
                ? Background.Rules(countsMinimizing: words[0] == "yes", secondsUnused: Int(words[1]) ?? 0) : .usual
            Check.say("minimizing \(rules.countsMinimizing ? "yes" : "no"), seconds \(rules.secondsUnused)")
            background = Background(window, rules: rules) { Check.say("left: \($0)") }
        }
    }
}
