/// The windows and questions in front of a program's window.
@MainActor public final class Dialogs {
    private let window: Window
    private var shown: [Window] = []
    private var questions: [Int: Task<Void, Never>] = [:]
    private var questionCount = 0

    /// - Parameter window: the window behind them.
    public init(_ window: Window) { self.window = window }

    /// The window in front: that of the program, if there is no other.
    public var front: Window { shown.last ?? window }

    /// Shows a window in front of the others.
    public func show(_ dialog: Window) {
        let behind = front
        shown.append(dialog)
        dialog.onClose { [weak self] in
            self?.shown.removeAll { $0.raw == dialog.raw }
            return false
        }
        dialog.present(over: behind)
    }

    /// Asks a question, and passes the answer to `body`. ``closeAll()`` answers it with the first answer.
    public func ask(_ question: Alert, _ body: @escaping @MainActor (String) async -> Void) {
        start { [self] in
            let answer = await question.show(over: front)
            return { await body(answer) }
        }
    }

    /// Asks for a file, and passes its path to `body`. ``closeAll()`` closes the dialog.
    public func choose(_ chooser: FileChooser, _ body: @escaping @MainActor (String) async -> Void) {
        start { [self] in
            let path = await chooser.show(over: front)
            return { if let path, !Task.isCancelled { await body(path) } }
        }
    }

    /// Waits for the user, and then does what follows, which ``closeAll()`` does not cancel any more.
    private func start(_ wait: @escaping @MainActor () async -> (@MainActor () async -> Void)) {
        questionCount += 1
        let number = questionCount
        questions[number] = Task {
            let next = await wait()
            questions[number] = nil
            await next()
        }
    }

    /// Closes all windows and questions.
    public func closeAll() {
        questions.values.forEach { $0.cancel() }
        questions = [:]
        let open = shown
        shown = []
        open.forEach { $0.destroy() }
    }
}
