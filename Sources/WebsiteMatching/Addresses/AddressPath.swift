/// The canonical form of path and query, as browsers show it, so that they can be compared byte by byte.
///
/// Existing percent codes are kept: for a server, `%7E` and `~` may be different.
enum AddressPath {
    /// Returns the canonical form of a path.
    ///
    /// - Parameter path: the path; empty, or beginning with a slash.
    static func canonicalPath(_ path: ArraySlice<UInt8>) -> String {
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let dots = dots(segment)
            if dots == 2 { _ = kept.popLast() }
            if dots == 0 {
                kept.append(segment)
            } else if index == segments.count - 1 {
                kept.append([])
            }
        }
        return kept.map { "/" + encoded($0, alsoEncoding: "\"<>^`{}") }.joined()
    }

    /// Returns the canonical form of a query.
    ///
    /// - Returns: `nil` if the query is empty.
    static func canonicalQuery(_ query: ArraySlice<UInt8>) -> String? {
        query.isEmpty ? nil : encoded(query, alsoEncoding: "\"<>'")
    }

    /// Returns 1 for a segment that names its own directory, 2 for the one above, else 0. A dot may be written as
    /// `%2e`.
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        guard segment.count <= 6 else { return 0 }
        switch String(decoding: segment, as: UTF8.self).lowercased() {
        case ".", "%2e": return 1
        case "..", ".%2e", "%2e.", "%2e%2e": return 2
        default: return 0
        }
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>, alsoEncoding characters: StaticString) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let special = characters.withUTF8Buffer { Array($0) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            guard byte <= 0x20 || byte >= 0x7F || special.contains(byte) else {
                output.append(byte)
                continue
            }
            output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: output, as: UTF8.self)
    }
}
