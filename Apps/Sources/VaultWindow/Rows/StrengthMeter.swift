import GtkSupport
import PasswordVault
import Secrets

/// The strength of a password: a bar and a word.
@MainActor final class StrengthMeter {
    let view = Box(spacing: 10)
    private let bar = Meter(text("Strength"), steps: 5)
    private let words = Label(wraps: false)

    init() {
        bar.setExpands(horizontally: true)
        bar.setAlignment(vertical: .center)
        words.setClass("caption")
        view.append(bar)
        view.append(words)
    }

    /// The five ratings, the weakest first.
    private static var ratings: [StrengthEstimate.Rating] { StrengthEstimate.Rating.allCases }

    /// Rates the content of a field. An empty field has no rating.
    @discardableResult func judge(_ field: SecretField) -> StrengthEstimate? {
        guard !field.isEmpty else {
            show(0, "")
            return nil
        }
        let estimate = field.withUTF8 { StrengthEstimate(of: SecretBytes(copying: $0)) }
        let step = (Self.ratings.firstIndex(of: estimate.rating) ?? 0) + 1
        show(step, text("\(estimate.rating.rawValue)"))
        return estimate
    }

    /// Shows the entropy of a generated password.
    func show(_ entropy: PasswordEntropy) {
        let limits = [20.0, 35, 50, 65]
        let step = limits.count { entropy.bits >= $0 } + 1
        let bits = "\(Int(entropy.bits.rounded(.down)))"
        show(
            step,
            entropy.isLowerBound ? text("at least {bits} bits", ["bits": bits]) : text("{bits} bits", ["bits": bits]))
    }

    private func show(_ step: Int, _ text: String) {
        bar.value = step
        for other in 1...5 { bar.setClass("strength-\(other)", other == step) }
        words.text = text
    }
}
