import CPSL
import Glibc

/// The public suffix list (publicsuffix.org), read by libpsl: the names below which anyone may register a domain.
///
/// All names here are in the form of ``WebHost/name``: lower case, Punycode, no dot at the end.
/// Specified in: website-matching 2.
public final class PublicSuffixList: Sendable {
    /// The list that libpsl was built with or the one from the package `publicsuffix`, whichever is newer.
    public static let system = PublicSuffixList()

    /// The origin of the list, to show to users: a path, or that it is built into libpsl.
    public let origin: String
    /// The list, which is never written to after `init`; libpsl's lookups are thread-safe.
    nonisolated(unsafe) private let list: OpaquePointer?

    private init() {
        let builtIn = psl_builtin()
        list = psl_latest(nil) ?? builtIn
        if list != nil, list != builtIn, let path = psl_dist_filename() {
            origin = String(cString: path)
        } else {
            origin = "built into libpsl \(String(cString: psl_get_version()))"
        }
    }

    /// Loads a list in the format of publicsuffix.org, or compiled by `psl-make-dafsa`.
    ///
    /// - Returns: `nil` if the file cannot be read.
    init?(path: String) {
        guard let list = psl_load_file(path) else { return nil }
        self.list = list
        origin = path
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
