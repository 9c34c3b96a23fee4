import CPSL
import Foundation
import Glibc

/// A place that has a public suffix list, and the day of that list.
struct SuffixListSource {
    /// The day, as in “2026-10-22”; `nil` if it is not known.
    let date: String?
    let origin: String
    /// Loads the list; `nil` if that fails.
    let load: () -> OpaquePointer?

    private init(date: String?, origin: String, load: @escaping () -> OpaquePointer?) {
        (self.date, self.origin, self.load) = (date, origin, load)
    }

    /// A file, as it was published or compiled.
    init(path: String) {
        self.init(date: Self.date(ofFile: path), origin: path) { psl_load_file(path) }
    }

    /// The list that libpsl was built with.
    static var builtIn: SuffixListSource {
        let origin = "built into libpsl \(String(cString: psl_get_version()))"
        let time = psl_builtin_file_time()
        return SuffixListSource(date: time > 0 ? day(time) : nil, origin: origin) { psl_builtin() }
    }

    /// The list that is part of this library.
    static var shipped: SuffixListSource {
        SuffixListSource(date: ShippedSuffixes.date, origin: "built into Chatelaine", load: loadShipped)
    }

    private static func loadShipped() -> OpaquePointer? {
        let encoded = ShippedSuffixes.compiled.withUTF8Buffer { Data($0) }
        guard var bytes = Data(base64Encoded: encoded) else { return nil }
        return bytes.withUnsafeMutableBytes { bytes in
            guard let file = fmemopen(bytes.baseAddress, bytes.count, "r") else { return nil }
            defer { fclose(file) }
            return psl_load_fp(file)
        }
    }

    /// The day that a list says itself, in the first lines of the text from which it was compiled. Lists from before 2024 do not say it; the
    /// time of the file counts only where there is no text, since copying changes it.
    private static func date(ofFile path: String) -> String? {
        let text = path.hasSuffix(".dafsa") ? path.dropLast(6) + ".dat" : path[...]
        if let start = beginning(of: String(text)) {
            return start.split(separator: "\n").first { $0.hasPrefix(version) }.map {
                String($0.dropFirst(version.count).prefix(10))
            }
        }
        var information = stat()
        return stat(path, &information) == 0 ? day(information.st_mtim.tv_sec) : nil
    }

    private static let version = "// VERSION: "

    private static func beginning(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: 4096) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The day of a time in seconds since 1970, in UTC.
    private static func day(_ time: Int) -> String? {
        var (time, parts) = (time_t(time), tm())
        guard gmtime_r(&time, &parts) != nil else { return nil }
        return String(format: "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    }
}
