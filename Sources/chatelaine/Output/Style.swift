import Glibc

/// Emphasis on a terminal, unless `NO_COLOR` is set (https://no-color.org) or the terminal is dumb.
struct Style {
    private let isOn: Bool

    init(for descriptor: Int32) {
        isOn = isatty(descriptor) == 1 && !Self.isRefused
    }

    private static var isRefused: Bool {
        if let value = getenv("NO_COLOR"), value.pointee != 0 { return true }
        guard let terminal = getenv("TERM") else { return false }
        return strcmp(terminal, "dumb") == 0
    }

    func heading(_ text: String) -> String { wrap(text, "1") }
    func alarm(_ text: String) -> String { wrap(text, "1;31") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
