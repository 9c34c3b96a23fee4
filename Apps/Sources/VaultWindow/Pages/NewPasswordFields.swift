import GtkSupport
import PasswordVault
import Secrets

/// The fields for a new master password, which is typed twice, and its strength.
@MainActor final class NewPasswordFields {
    let view = Box(vertical: true, spacing: 8)
    var onChange: @MainActor () -> Void = {}
    var onReturn: @MainActor () -> Void = {}
    private(set) var rating: StrengthEstimate.Rating?
    private let (first, second): (SecretField, SecretField)
    private let meter = StrengthMeter()

    init(_ name: String) {
        first = SecretField(name)
        second = SecretField(text("{name} again", ["name": name]))
        for part in [Widget(first), Widget(meter.view), Widget(second)] { view.append(part) }
        first.onChange { [weak self] in
            guard let self else { return }
            rating = meter.judge(first)?.rating
            onChange()
        }
        second.onChange { [weak self] in self?.onChange() }
        first.onReturn { [second] in second.focus() }
        second.onReturn { [weak self] in self?.onReturn() }
    }

    var isFilled: Bool { !first.isEmpty && !second.isEmpty }

    /// The typed password; `nil` if the fields differ.
    var password: Secret? {
        let (one, other) = (Self.secret(first), Self.secret(second))
        return one == other ? one : nil
    }

    private static func secret(_ field: SecretField) -> Secret { field.withUTF8 { Secret(SecretBytes(copying: $0)) } }

    func focus() { first.focus() }

    func clear() {
        first.clear()
        second.clear()
    }
}
