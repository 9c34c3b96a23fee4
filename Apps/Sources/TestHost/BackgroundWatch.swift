import Glibc
import GtkSupport

/// Prints what counts as leaving the program, for tests: a line for the rules that hold, and one each time that it was left.
@MainActor final class BackgroundWatch {
    private static var background: Background?

    /// - Parameter words: whether minimising counts, and the seconds for which nobody has to use it; none: what is usual.
    static func run(_ words: [String]) -> Int32 {
        // Several of them side by side.
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
