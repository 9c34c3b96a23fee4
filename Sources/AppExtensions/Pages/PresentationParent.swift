import AgentProtocol

/// A window that a password manager's sheet can belong to: the argument `for:`.
@preconcurrency public protocol PresentationParent: Sendable {
    /// Returns the window in the form of the desktop portals: `x11:` and its number in hexadecimal, or `wayland:` and
    /// the handle of xdg-foreign. `nil` for none; the sheet is then an ordinary window in the middle of the screen.
    func windowHandle() async -> String?

    /// Returns a token of xdg-activation, by which the sheet comes to the front; `nil` for none. Each token can be used
    /// once.
    func activationToken() async -> String?
}

extension PresentationParent {
    /// Returns `nil`: no token.
    public func activationToken() async -> String? { nil }
}

/// The parent window of a sheet, and its activation token.
struct SheetParent: Sendable, Equatable {
    var window: String?
    var activationToken: String?

    init(window: String? = nil, activationToken: String? = nil) {
        self.window = window
        self.activationToken = activationToken
    }

    /// - Parameter parent: the program's argument, or `nil`. Invalid handles and tokens are ignored.
    init(of parent: (any PresentationParent)?) async {
        guard let parent else { return }
        window = await parent.windowHandle().flatMap { Self.isHandle($0) ? $0 : nil }
        activationToken = await parent.activationToken().flatMap { Self.isToken($0) ? $0 : nil }
    }

    private static func isHandle(_ text: String) -> Bool {
        guard isToken(text) else { return false }
        if text.hasPrefix("x11:") {
            let number = text.dropFirst(4)
            return (1...16).contains(number.utf8.count) && number.allSatisfy(\.isHexDigit)
        }
        return text.hasPrefix("wayland:") && text.utf8.count > 8
    }

    /// Whether a text is printable ASCII of limited length.
    private static func isToken(_ text: String) -> Bool {
        (1...PasswordManagerLimits.handle).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
