import CPSL
import Glibc

/// The public suffix list (publicsuffix.org), read by libpsl: below which names anybody may register one.
///
/// All names here are in the form of ``WebHost/name``: lower case, Punycode, no dot at the end.
/// Specified in: website-matching 2.
public final class PublicSuffixList: Sendable {
    /// The newer of what libpsl was built with and what the package `publicsuffix` has installed.
    public static let system = PublicSuffixList()

    /// Where the list comes from, for people: a path, or that it is the one within libpsl.
    public let origin: String
    /// Never written to after `init`; libpsl's lookups may run in several threads at once.
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

    /// A list in the format of publicsuffix.org, or compiled by `psl-make-dafsa`.
    ///
    /// - Returns: nil if the file cannot be read.
    init?(path: String) {
        guard let list = psl_load_file(path) else { return nil }
        self.list = list
        origin = path
    }

    deinit {
        guard list != psl_builtin() else { return }
        psl_free(list)
    }

    /// The public suffix of `name` and the label before it: what one owner has registered.
    ///
    /// A name whose last label is in no list counts as one below that label, as the list's rules want it. Do not ask for
    /// addresses: to the list `1.2.3.4` is a name as any other.
    ///
    /// - Returns: nil if `name` is a public suffix itself.
    public func registrableDomain(of name: String) -> String? {
        name.withCString { name in psl_registrable_domain(list, name).map { String(cString: $0) } }
    }

    /// Whether `name`, or what remains of it after some dot, is in the part of the list for suffixes that registries run.
    func hasICANNSuffix(_ name: String) -> Bool {
        // Without the second the last label of anything would do.
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
