import Foundation

/// The meaning of a text in the address field.
enum Destination: Equatable {
    /// An address on http or https.
    case page(String)
    /// The program's own page of forms.
    case forms
    /// Words to search for.
    case search(String)
    /// An address that is not opened.
    case refused(Refusal)
    /// An empty text.
    case nothing

    /// A reason for which an address is not opened.
    enum Refusal: Equatable {
        /// Its scheme is not one of pages.
        case scheme(String)
        /// It contains a username or a password.
        case credentials
        /// It has more than ``Destination/mostBytes``.
        case tooLong
    }

    /// The longest address in UTF-8.
    static let mostBytes = 8 << 10

    /// - Parameter text: what the user has typed, or an argument of the program.
    init(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else {
            self = .nothing
            return
        }
        guard text.utf8.count <= Self.mostBytes else {
            self = .refused(.tooLong)
            return
        }
        if text.lowercased().hasPrefix("acme:") {
            self = .forms
        } else if text.contains(where: { $0.isWhitespace || $0.isNewline }) {
            self = .search(text)
        } else if let scheme = Self.scheme(of: text) {
            self = ["http", "https"].contains(scheme) ? Self.address(text) : .refused(.scheme(scheme))
        } else if Self.isHost(text) {
            self = Self.address((Self.isOfThisMachine(text) ? "http://" : "https://") + text)
        } else {
            self = .search(text)
        }
    }

    private static func address(_ text: String) -> Destination {
        // As browsers read it: a backslash counts as a slash, and any number of them.
        let isSlash: (Character) -> Bool = { $0 == "/" || $0 == "\\" }
        let authority = text.drop { $0 != ":" }.dropFirst().drop(while: isSlash)
            .prefix { !isSlash($0) && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty else { return .nothing }
        return authority.contains("@") ? .refused(.credentials) : .page(text)
    }

    /// The scheme of an address; `nil` if there is none, also for `host:port`.
    private static func scheme(of text: String) -> String? {
        guard let match = text.firstMatch(of: #/^([A-Za-z][A-Za-z0-9+.\-]*):(.*)/#) else { return nil }
        let rest = match.output.2.prefix { !"/?#".contains($0) }
        let isPort = !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber }
        return isPort ? nil : match.output.1.lowercased()
    }

    private static func host(of text: String) -> Substring {
        let authority = text.prefix { !"/?#".contains($0) }
        if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } }
        return authority.prefix { $0 != ":" }
    }

    private static func isHost(_ text: String) -> Bool {
        let host = host(of: text)
        guard !host.isEmpty, !host.hasPrefix("."), !host.contains("..") else { return false }
        return host.contains(".") || host.hasPrefix("[") || host.lowercased() == "localhost"
            || text.dropFirst(host.count).hasPrefix(":")
    }

    private static func isOfThisMachine(_ text: String) -> Bool {
        let host = host(of: text).lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1"
    }
}

/// The search engine that gets the words of the address field.
enum SearchEngine {
    /// The address that finds pages with these words.
    static func address(for words: String) -> String {
        var allowed = CharacterSet(charactersIn: "-._~")
        allowed.formUnion(CharacterSet(charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        return "https://duckduckgo.com/?q=" + (words.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
    }
}
