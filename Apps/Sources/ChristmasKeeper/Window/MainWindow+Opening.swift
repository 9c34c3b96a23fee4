import Foundation
import GtkSupport

extension MainWindow {
    /// Checks the name and password from the first page.
    func answer(_ name: String, _ pin: Data) {
        let isFirst = !name.isEmpty
        start {
            if isFirst {
                self.open(try await self.keeper.setUp(name: name, pin: pin, at: Date()))
                return
            }
            switch try await self.keeper.open(pin, at: Date()) {
            case .open(let contents): self.open(contents)
            case .wrong(let wait) where wait > 0: self.door.wait(wait)
            case .tooEarly(let wait): self.door.wait(wait)
            case .wrong: self.door.askAgain(because: text("Wrong password. Try again."))
            }
        } failed: {
            self.stop($0)
        }
    }

    private func open(_ contents: PresentStore.Contents) {
        door.isBusy = false
        door.clear()
        list.presents = contents.presents
        if let draft = contents.draft {
            writing.begin(with: draft)
            page = .writing
            toasts.show(text("Your unfinished present."))
        } else {
            showList()
        }
        guard contents.unreadable > 0 else { return }
        toasts.show(
            contents.unreadable == 1
                ? text("One present cannot be opened: its file is damaged or belongs to another list.")
                : text(
                    "{number} presents cannot be opened: their files are damaged or belong to another list.",
                    ["number": "\(contents.unreadable)"]))
    }

    /// Shows the list.
    func showList() {
        page = .list
        details.clear()
        list.focus()
    }
}
