import Foundation
import Testing

@testable import WebsiteMatching

/// libpsl against the algorithm of publicsuffix.org, written down as it is described there, over every rule of the list that
/// Debian's package `publicsuffix` installs.
@Suite struct PublicSuffixDifferentialTests {
    static let path = "/usr/share/publicsuffix/public_suffix_list.dat"

    /// The rules, in Punycode, without `!` and with whether they had one.
    private struct Rules {
        var plain: Set<String> = []
        var exceptions: Set<String> = []

        init(_ text: String) throws {
            for line in text.split(separator: "\n") where !line.hasPrefix("//") && !line.hasPrefix(" ") {
                let rule = try Self.punycode(line.prefix { $0 != " " })
                if rule.hasPrefix("!") { exceptions.insert(String(rule.dropFirst())) } else { plain.insert(rule) }
            }
        }

        private static func punycode(_ rule: Substring) throws -> String {
            let mark = rule.prefix { "!*.".contains($0) }
            return String(mark) + (try InternationalName.punycode(String(rule.dropFirst(mark.count))))
        }

        /// The suffix is what an exception leaves without its first label, or else the longest rule; `*` if there is none.
        func registrableDomain(of host: String) -> String? {
            let labels = host.split(separator: ".").map(String.init)
            var suffix = 1
            for start in labels.indices {
                let rest = labels[start...].joined(separator: ".")
                let wild = (["*"] + labels[start...].dropFirst()).joined(separator: ".")
                if exceptions.contains(rest) {
                    suffix = labels.count - start - 1
                    break
                }
                if plain.contains(rest) || plain.contains(wild) {
                    suffix = labels.count - start
                    break
                }
            }
            return labels.count > suffix ? labels.suffix(suffix + 1).joined(separator: ".") : nil
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path)))
    func everyRuleIsReadAsItIsWritten() throws {
        let rules = try Rules(String(contentsOfFile: Self.path, encoding: .utf8))
        let list = try #require(PublicSuffixList(path: Self.path))
        #expect(rules.plain.count > 8_000)
        var differences: [String] = []
        for rule in rules.plain.union(rules.exceptions) {
            let base = rule.replacingOccurrences(of: "*", with: "wild")
            for host in [base, "a." + base, "b.a." + base, "www.b.a." + base]
            where list.registrableDomain(of: host) != rules.registrableDomain(of: host) {
                differences.append(host)
            }
        }
        #expect(differences.isEmpty)
    }
}
