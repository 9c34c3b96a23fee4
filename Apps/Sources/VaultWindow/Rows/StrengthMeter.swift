import GtkSupport
import PasswordVault
import Secrets

/// How hard a password is to guess: a bar, and a word.
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

    /// The five words, the weakest first.
    private static var ratings: [StrengthEstimate.Rating] { StrengthEstimate.Rating.allCases }

    /// Judges what is in a field. Nothing in it: nothing is said.
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

    /// Shows what a password that was made leaves to chance.
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
