import DBus
import LinuxSupport

/// What polkit's dialogue says.
package struct PolkitQuestion: Hashable, Sendable {
    /// Which program asks, as somebody else than the program found out.
    let program: String
    /// Why, in the program's own words.
    let reason: String
    /// Seconds for which an answer is good enough that the same process has had before.
    let reuse: Double

    /// - Parameters:
    ///   - program: which program asks, as somebody else than the program found out: its path.
    ///   - reason: why, in the program's own words.
    ///   - reuse: seconds for which an answer is good enough that the same process has had before; 0: none.
    package init(program: String, reason: String, reuse: Double = 0) {
        self.program = Self.quotable(program)
        self.reason = Self.quotable(reason)
        self.reuse = reuse
    }

    /// Characters of a text; the rest is cut off.
    private static let limit = 200

    /// What can stand in a message between quotation marks without ending them or being anything else than text.
    ///
    /// Agents of desktops show messages as HTML or as Pango's markup, some without escaping: a letter that means something there is
    /// replaced by its wide twin. polkit puts values for `$(…)`.
    static func quotable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard result.count < limit else {
                result.append("…")
                break
            }
            let shown = shown(scalar)
            // Much empty space would make one text look like two.
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

    /// For `$(program)` and `$(reason)` in the messages of Packaging/polkit/io.github.chatelaine.policy.
    var details: BusArgument {
        .dictionary(
            "ss",
            [
                (.string("program"), .string(program.isEmpty ? "?" : program)),
                (.string("reason"), .string(reason.isEmpty ? "…" : reason)),
            ])
    }
}

/// What polkit is asked to allow: the actions of Packaging/polkit/io.github.chatelaine.policy.
package enum PolkitAction: String, CaseIterable, Sendable {
    /// The owner of the account is there, now.
    case once = "io.github.chatelaine.authenticate"
    /// The same; polkit remembers the answer for the process, for five minutes.
    case kept = "io.github.chatelaine.authenticate.keep"
}
