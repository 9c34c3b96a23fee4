import DBus
import LinuxSupport

/// The contents of polkit's dialogue.
package struct PolkitQuestion: Hashable, Sendable {
    /// The requesting program, as identified by another party than the program itself.
    let program: String
    /// The reason, in the program's own words.
    let reason: String
    /// The number of seconds for which an earlier answer to the same process is accepted.
    let reuse: Double

    /// - Parameters:
    ///   - program: the path of the requesting program, as identified by another party than the program itself.
    ///   - reason: the reason, in the program's own words.
    ///   - reuse: the number of seconds for which an earlier answer to the same process is accepted; 0 for none.
    package init(program: String, reason: String, reuse: Double = 0) {
        self.program = Self.quotable(program)
        self.reason = Self.quotable(reason)
        self.reuse = reuse
    }

    /// The maximum length of a text in characters; the rest is cut off.
    private static let limit = 200

    /// Returns a text that can be placed in quotation marks in a message, without ending them and without being interpreted.
    ///
    /// Some desktops' authentication agents show messages as HTML or Pango markup without escaping: a character with a special meaning
    /// there is replaced by its full-width form. polkit replaces `$(…)` by values.
    static func quotable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard result.count < limit else {
                result.append("…")
                break
            }
            let shown = shown(scalar)
            // Runs of spaces could make one text look like two.
            if shown == " ", result.last ?? " " == " " { continue }
            result.append(shown)
        }
        return String(result)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "<": return "＜"
        case ">": return "＞"
        case "&": return "＆"
        case "$": return "＄"
        case "\"", "`", "´", "‚", "„", "〝", "〞", "〟", "＂", "❛", "❜", "❝", "❞": return "'"
        default: break
        }
        if UntrustedText.isHidden(scalar) { return "\u{fffd}" }
        return switch scalar.properties.generalCategory {
        case .initialPunctuation, .finalPunctuation: "'"
        case .spaceSeparator: " "
        default: scalar
        }
    }

    /// The values for `$(program)` and `$(reason)` in the messages of Packaging/polkit/io.github.chatelaine.policy.
    var details: BusArgument {
        .dictionary(
            "ss",
            [
                (.string("program"), .string(program.isEmpty ? "?" : program)),
                (.string("reason"), .string(reason.isEmpty ? "…" : reason)),
            ])
    }
}

/// The actions of Packaging/polkit/io.github.chatelaine.policy, which polkit is asked to allow.
package enum PolkitAction: String, CaseIterable, Sendable {
    /// The owner of the account is present, now.
    case once = "io.github.chatelaine.authenticate"
    /// The same; polkit remembers the answer for the process, for five minutes.
    case kept = "io.github.chatelaine.authenticate.keep"
}
