import CPSL
import Glibc

/// The public suffix list (publicsuffix.org), read by libpsl: the names below which anyone may register a domain.
///
/// All names here are in the form of ``WebHost/name``: lower case, Punycode, no dot at the end.
/// Specified in: website-matching 2.
public final class PublicSuffixList: Sendable {
    /// The newest of the lists at hand: that of the package `publicsuffix`, the one that libpsl was built with, and the one that is part of
    /// this library.
    public static let system = newest(installedAt: psl_dist_filename().map { String(cString: $0) })

    /// The origin of the list, to show to users: a path, or that it is built into libpsl or into Chatelaine.
    public let origin: String
    /// The day of the list, as in “2026-10-22”; `nil` if it is not known.
    public let date: String?
    /// The list, which is never written to after `init`; libpsl's lookups are thread-safe.
    nonisolated(unsafe) private let list: OpaquePointer?

    /// Returns the newest list.
    ///
    /// - Parameter path: the place of the system's list, where there may be none.
    static func newest(installedAt path: String?) -> PublicSuffixList {
        let sources = [path.map(SuffixListSource.init(path:)), .builtIn, .shipped].compactMap { $0 }
        // Days in this form have the order of their texts. A list of an unknown day counts as older than any other.
        for source in sources.sorted(by: { ($0.date ?? "") > ($1.date ?? "") }) {
            if let list = PublicSuffixList(source) { return list }
        }
        return PublicSuffixList(nil, origin: "none", date: nil)
    }

    /// Loads a list in the format of publicsuffix.org, or compiled by `psl-make-dafsa`.
    ///
    /// - Returns: `nil` if the file cannot be read.
    convenience init?(path: String) { self.init(SuffixListSource(path: path)) }

    private convenience init?(_ source: SuffixListSource) {
        guard let list = source.load() else { return nil }
        self.init(list, origin: source.origin, date: source.date)
    }

    private init(_ list: OpaquePointer?, origin: String, date: String?) {
        (self.list, self.origin, self.date) = (list, origin, date)
    }

    deinit {
        guard list != psl_builtin() else { return }
        psl_free(list)
    }

    /// Returns the registrable domain of `name`: the public suffix and the label before it.
    ///
    /// A last label that is not in the list counts as a public suffix, as the list's rules require. Do not call this for IP addresses: the
    /// list treats `1.2.3.4` as a name.
    ///
    /// - Returns: `nil` if `name` is a public suffix itself.
    public func registrableDomain(of name: String) -> String? {
        name.withCString { name in psl_registrable_domain(list, name).map { String(cString: $0) } }
    }

    /// Returns whether `name`, or one of its parent domains, is a suffix in the ICANN part of the list.
    func hasICANNSuffix(_ name: String) -> Bool {
        // Without `PSL_TYPE_NO_STAR_RULE`, every last label would count as a suffix.
        let kind = PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE
        return name.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let name = rest {
                if psl_is_public_suffix2(list, name, kind) == 1 { return true }
                rest = strchr(name, CInt(UInt8(ascii: "."))).map { UnsafePointer($0 + 1) }
            }
            return false
        }
    }
}
