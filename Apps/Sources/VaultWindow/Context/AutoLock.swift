import GtkSupport

/// A watch that locks the vault when it is no longer used, and detects when another process has locked it.
@MainActor final class AutoLock {
    private let context: WindowContext
    private var events: DesktopSession?
    private var ticker: Ticker?
    private var ticks = 0

    init(_ context: WindowContext) {
        self.context = context
        events = DesktopSession { [weak self] in self?.note($0) }
        ticker = Ticker(milliseconds: 1000) { [weak self] in self?.tick() }
        context.window.onActivity { [weak self] in self?.refresh() }
    }

    private func tick() {
        guard context.session.state == .unlocked else { return }
        ticks += 1
        let limit = context.preferences.autoLock
        if limit > 0, ContinuousClock.now - context.lastUse >= .seconds(limit) { return lock() }
        if ticks.isMultiple(of: 2) { Task { await context.session.check() } }
    }

    private func note(_ event: DesktopSession.Event) {
        switch event {
        case .screenLock: if context.preferences.locksWithScreen { lock() }
        case .inactivity: break
        case .sleep: if context.preferences.locksBeforeSleep { lock() }
        }
    }

    private func lock() { Task { await context.session.lock() } }

    /// Reads the items again: other programs change vaults too, such as the command line and the sheet.
    private func refresh() {
        guard context.window.isActive, context.session.state == .unlocked else { return }
        Task { try? await context.library.reload() }
    }
}
