import GtkSupport
import KeychainServices

/// A list in the view of an item that is filled with what takes a moment to find out.
@MainActor struct FilledList {
    /// Exists as long as the view of the item.
    final class Life {}

    private let list: PlainList
    private weak var life: Life?

    init(_ list: PlainList, _ life: Life) { (self.list, self.life) = (list, life) }

    /// Fills the list again.
    ///
    /// - Parameters:
    ///   - load: finds out what is shown.
    ///   - show: makes the rows.
    func fill<Value: Sendable>(
        _ load: @escaping @MainActor () async throws -> Value, show: @escaping @MainActor (Value) -> [Box]
    ) {
        guard life != nil else { return }
        let spinner = Spinner()
        spinner.setMargins(8)
        list.removeAll()
        list.appendFixed(spinner)
        Task {
            let result: Result<Value, any Error>
            do { result = .success(try await load()) } catch { result = .failure(error) }
            // The widgets go with the view of the item.
            guard life != nil else { return }
            list.removeAll()
            switch result {
            case .success(let value): list.appendRows(show(value))
            case .failure(let error): list.appendFixed(Self.note(ErrorText.message(error)))
            }
        }
    }

    /// A row that is a sentence.
    static func note(_ words: String) -> Box {
        let label = Label(words)
        label.setMargins(vertical: 8, horizontal: 12)
        let box = Box()
        box.append(label)
        return box
    }

    /// A row of two lines.
    static func row(_ title: String, _ subtitle: String) -> Box {
        let row = Box(spacing: 8)
        row.setMargins(vertical: 6, horizontal: 12)
        row.append(TextLines.box(Label(title), Label(hint: subtitle)))
        return row
    }
}
