import Foundation
import GtkSupport
import PasswordVault

/// The card above an item's fields that says what is wrong with it and what to do; hidden while nothing is.
@MainActor final class HealthBanner {
    let view = Box(vertical: true, spacing: 8)
    private let item: VaultItem
    private let context: WindowContext
    /// The number of the latest examination. Results of earlier ones are ignored.
    private var examinations = 0

    init(_ item: VaultItem, _ context: WindowContext) {
        (self.item, self.context) = (item, context)
        view.setClass("card")
        view.isVisible = false
        update()
    }

    /// Examines the item again.
    func update() {
        examinations += 1
        let this = examinations
        // Once the item is no longer shown, this object is gone, and its widgets with it.
        Task { [weak self, context, item] in
            let notices = await context.health.notices(for: item)
            self?.show(notices, of: this)
        }
    }

    private func show(_ notices: [HealthNotice], of examination: Int) {
        guard examination == examinations else { return }
        view.removeAll()
        for notice in notices {
            let row = Box(spacing: 12)
            row.setMargins(vertical: 8, horizontal: 12)
            row.append(Icon("dialog-warning-symbolic"))
            row.append(
                TextLines.box(
                    Label(HealthWords.reason(notice.fact, of: item.id)), Label(hint: HealthWords.advice(notice.kind))))
            view.append(row)
        }
        view.isVisible = !notices.isEmpty
    }
}
