import CGtk
import CWindows
import KeychainServices

/// A watch that reports when a program has gone to the background, so that it can hide its content.
@MainActor public final class Background {
    /// The reason why the program counts as being in the background.
    public enum Cause: Hashable, Sendable {
        /// The screen is locked, or the session.
        case screenLocked
        /// Another user uses the machine.
        case sessionInactive
        /// The keychain was locked for all programs, or the agent ended.
        case keychainLocked
        /// The window was minimised.
        case minimized
        /// The user has not used the window for a while.
        case unused
    }

    /// The causes in addition to locks.
    public struct Rules: Sendable, Equatable {
        /// Whether minimising counts. Only X11 reports it to programs.
        public var countsMinimizing: Bool
        /// Seconds without the keyboard focus until the program counts as unused; 0 for never.
        public var secondsUnused: Int

        /// The largest value of ``secondsUnused``.
        public static let mostSeconds = 86_400

        /// The default rules: those that detect that the user has left the window, on the display on which the program runs.
        public static var usual: Rules {
            Rules(countsMinimizing: true, secondsUnused: chatelaine_is_x11() != 0 ? 0 : 60)
        }

        /// - Parameters:
        ///   - countsMinimizing: whether minimising counts.
        ///   - secondsUnused: as the property; a value out of range is replaced by the nearest.
        public init(countsMinimizing: Bool, secondsUnused: Int) {
            self.countsMinimizing = countsMinimizing
            self.secondsUnused = min(max(secondsUnused, 0), Self.mostSeconds)
        }
    }

    /// The causes in addition to locks.
    public var rules: Rules { didSet { activityChanged() } }

    private let window: Window
    private let body: @MainActor (Cause) -> Void
    private var session: DesktopSession?
    private var keychain: Task<Void, Never>?
    private var countdown: Task<Void, Never>?

    /// Starts watching. Sources that are missing, such as a message bus, are left out.
    ///
    /// - Parameters:
    ///   - window: the program's window; it lives as long as this object.
    ///   - rules: the causes in addition to locks.
    ///   - body: called each time the program goes to the background.
    public init(_ window: Window, rules: Rules = .usual, _ body: @escaping @MainActor (Cause) -> Void) {
        (self.window, self.rules, self.body) = (window, rules, body)
        session = DesktopSession { event in
            switch event {
            case .screenLock: body(.screenLocked)
            case .inactivity: body(.sessionInactive)
            case .sleep: break
            }
        }
        keychain = Task { [weak self] in await Self.watchKeychain { self?.body(.keychainLocked) } }
        window.on("notify::is-active") { [weak self] in self?.activityChanged() }
        if gtk_widget_get_realized(window.widget) != 0 {
            watchSurface()
        } else {
            window.on("realize") { [weak self] in self?.watchSurface() }
        }
    }

    deinit {
        keychain?.cancel()
        countdown?.cancel()
    }

    // MARK: - The window

    private func watchSurface() {
        guard let surface = gtk_native_get_surface(gtk_widget_get_native(window.widget)) else { return }
        let toplevel = OpaquePointer(UnsafeMutableRawPointer(surface))
        Signal.connect(UnsafeMutableRawPointer(surface), "notify::state") { [weak self] in
            guard let self, rules.countsMinimizing,
                gdk_toplevel_get_state(toplevel).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
            else { return }
            body(.minimized)
        }
    }

    private func activityChanged() {
        countdown?.cancel()
        countdown = nil
        guard rules.secondsUnused > 0, !window.isActive else { return }
        countdown = Task { [weak self, seconds = rules.secondsUnused] in
            try? await Task.sleep(for: .seconds(seconds))
            // If a window of the program is active, a dialog of its own is in front.
            guard !Task.isCancelled, !Window.isAnyActive else { return }
            self?.body(.unused)
        }
    }

    // MARK: - The keychain

    /// The longest pause in seconds between two attempts to connect to the keychain.
    private static let longestPause = 60

    private static func watchKeychain(_ locked: @escaping @MainActor () -> Void) async {
        var pause = 1
        var wasClosed = await isClosed()
        // A keychain that stays locked is not reported again.
        func look() async {
            let isClosed = await isClosed()
            if isClosed, !wasClosed { locked() }
            wasClosed = isClosed
        }
        while !Task.isCancelled {
            let changes = await offMain { try? Keychain.current().changes() }
            if let changes {
                for await _ in changes {
                    pause = 1
                    await look()
                }
            }
            guard !Task.isCancelled else { return }
            // An agent that ended has taken the keys with it.
            await look()
            try? await Task.sleep(for: .seconds(pause))
            pause = min(2 * pause, longestPause)
        }
    }

    private static func isClosed() async -> Bool {
        await offMain {
            switch try? Keychain.current().lockState() {
            case .noPasscode, .unlocked: false
            case .beforeFirstUnlock, .lockedAfterFirstUnlock, nil: true
            }
        }
    }
}

extension Window {
    /// Whether any window of this program has the keyboard focus.
    public static var isAnyActive: Bool {
        let all = gtk_window_list_toplevels()
        defer { g_list_free(all) }
        var next = all
        while let entry = next {
            if let data = entry.pointee.data, Window(raw: data).isActive { return true }
            next = entry.pointee.next
        }
        return false
    }
}
