import LoginSheet

/// The connection from the thread of a sheet to the sheet's window.
final class SheetBridge: Sendable {
    private enum Shown {
        case page(SheetSession.Shown)
        case failure(String)
    }

    @MainActor private final class Target {
        nonisolated init() {}

        var window: SheetWindow?
        /// Content that arrived before there was a window.
        var waiting: [Shown] = []
    }

    private let target: Target

    init() { target = Target() }

    @MainActor func connect(_ window: SheetWindow) {
        target.window = window
        for shown in target.waiting { put(shown, window) }
        target.waiting = []
    }

    func show(_ page: SheetSession.Shown) { Task { @MainActor in take(.page(page)) } }

    func show(failure reason: String) { Task { @MainActor in take(.failure(reason)) } }

    @MainActor private func take(_ shown: Shown) {
        if let window = target.window { put(shown, window) } else { target.waiting.append(shown) }
    }

    @MainActor private func put(_ shown: Shown, _ window: SheetWindow) {
        switch shown {
        case .page(let page): window.show(page)
        case .failure(let reason): window.show(failure: reason)
        }
    }
}
