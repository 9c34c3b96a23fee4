import CPCRE2

/// A regular expression that has to match a whole text, with limits on time and memory.
///
/// PCRE2 has a limit on its steps; Swift's `Regex` cannot be stopped ([the reasons](../../../Docs/decisions/0026-patterns.md)).
final class AddressPattern: Sendable {
    /// The result of matching.
    enum MatchResult: Equatable {
        case yes
        case no
        /// A limit was exceeded: 100,000 steps, 10,000 nested steps, or 4 MiB.
        case limitExceeded
    }

    static let mostBytes = 1024
    private static let mostParentheses: UInt32 = 50
    private static let mostSteps: UInt32 = 100_000
    private static let mostNestedSteps: UInt32 = 10_000
    private static let mostKibibytes: UInt32 = 4096

    /// Whether the pattern begins with http, so that it is also meant for pages without TLS, which an attacker on the network path can
    /// change.
    let namesHTTP: Bool
    /// The compiled pattern, which is never written to after `init`; each match has its own data.
    nonisolated(unsafe) private let code: OpaquePointer

    /// Compiles a pattern.
    ///
    /// - Throws: `.patternLength`, or `.pattern` with PCRE2's reason.
    init(_ pattern: String) throws(WebsiteProblem) {
        let bytes = Array(pattern.utf8)
        guard (1...Self.mostBytes).contains(bytes.count) else { throw .patternLength }
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_parens_nest_limit_8(context, Self.mostParentheses)
        // `\C` would split characters. A dollar matches only at the end of the text, not before a final line feed.
        let options =
            PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
        var (status, offset) = (CInt(0), 0)
        guard let code = pcre2_compile_8(bytes, bytes.count, options, &status, &offset, context) else {
            throw .pattern(reason: Self.message(status), offset: offset)
        }
        self.code = code
        let start = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
        namesHTTP = start.hasPrefix("http:") || start.hasPrefix("https?:")
    }

    deinit { pcre2_code_free_8(code) }

    /// Returns whether the pattern matches `text` from its beginning to its end.
    func matches(_ text: String) -> MatchResult {
        let context = pcre2_match_context_create_8(nil)
        let data = pcre2_match_data_create_8(1, nil)
        defer {
            pcre2_match_context_free_8(context)
            pcre2_match_data_free_8(data)
        }
        guard let context, let data else { return .limitExceeded }
        // A pattern can lower these limits but not raise them.
        pcre2_set_match_limit_8(context, Self.mostSteps)
        pcre2_set_depth_limit_8(context, Self.mostNestedSteps)
        pcre2_set_heap_limit_8(context, Self.mostKibibytes)
        let bytes = Array(text.utf8)
        let status = pcre2_match_8(code, bytes, bytes.count, 0, 0, data, context)
        return status >= 0 ? .yes : status == PCRE2_ERROR_NOMATCH ? .no : .limitExceeded
    }

    private static func message(_ status: CInt) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        guard pcre2_get_error_message_8(status, &text, text.count) >= 0 else { return "error \(status)" }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}
