import CGtk
import CWindows
import KeychainServices

/// Tells when a program has gone to the background, so that what it shows is to be hidden.
@MainActor public final class Background {
    /// Why it counts as gone.
    public enum Cause: Hashable, Sendable {
        /// The screen is locked, or the session.
        case screenLocked
        /// Somebody else uses the machine.
        case sessionInactive
        /// The keychain was locked, for all programs, or who has it went away.
        case keychainLocked
        /// The window was minimised.
        case minimized
        /// Nobody has used the window for a while.
        case unused
    }

    /// What counts beside locks.
    public struct Rules: Sendable, Equatable {
        /// Whether minimising does. Only X11 tells programs of it.
        public var countsMinimizing: Bool
        /// Seconds for which keys go to other programs until that counts; 0: it never does.
        public var secondsUnused: Int

        /// The most seconds that can be set.
        public static let mostSeconds = 86_400

        /// The usual ones: what stands for leaving a window on the display that the program runs on.
        public static var usual: Rules {
            Rules(countsMinimizing: true, secondsUnused: chatelaine_is_x11() != 0 ? 0 : 60)
        }

        /// - Parameters:
        ///   - countsMinimizing: whether minimising counts.
        ///   - secondsUnused: as the property; what is out of range counts as the nearest.
        public init(countsMinimizing: Bool, secondsUnused: Int) {
            self.countsMinimizing = countsMinimizing
            self.secondsUnused = min(max(secondsUnused, 0), Self.mostSeconds)
        }
    }

    /// What counts beside locks, from now on.
    public var rules: Rules { didSet { activityChanged() } }

    private let window: Window
    private let body: @MainActor (Cause) -> Void
    private var session: DesktopSession?
    private var keychain: Task<Void, Never>?
    private var countdown: Task<Void, Never>?

    /// Begins to watch. What cannot be watched, such as a bus that is not there, is left out.
    ///
    /// - Parameters:
    ///   - window: the program's; it lives as long as this.
    ///   - rules: what counts beside locks.
    ///   - body: called each time that the program goes to the background.
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
            // A dialog of the program's own is in front of its window.
            guard !Task.isCancelled, !Window.isAnyActive else { return }
            self?.body(.unused)
        }
    }

    // MARK: - The keychain

    /// Longest pause between two attempts to reach who has the keychain.
    private static let longestPause = 60

    private static func watchKeychain(_ locked: @escaping @MainActor () -> Void) async {
        var pause = 1
        var wasClosed = await isClosed()
        // A keychain that stays locked is nothing new.
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
            // An agent that ended takes the keys with it.
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
    /// Whether keys go to any window of this program.
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
