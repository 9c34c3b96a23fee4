extension PolicyDocument {
    /// Declares that programs below a directory are not pinned: for developers, who rebuild them all the time.
    /// - Parameter path: absolute, without `.`, `..` and empty parts; not the root.
    /// - Throws: `.invalidPath`, `.full`.
    package mutating func trustPath(_ path: String) throws(PolicyError) {
        let directory = try Self.directory(path)
        if !trusted.contains(directory) { try Self.checkCapacity(trusted.count, "trusted directories") }
        trusted.insert(directory)
    }

    /// Revokes the trust in a directory: programs below it are pinned at their next use, and their groups have to be assigned to them
    /// again.
    /// - Throws: `.invalidPath`, `.notFound`.
    package mutating func distrustPath(_ path: String) throws(PolicyError) {
        guard trusted.remove(try Self.directory(path)) != nil else { throw .notFound("trusted directory") }
    }

    /// Whether an executable lies below a trusted directory.
    /// - Parameter path: as the kernel reports it, without symbolic links.
    package func isTrusted(_ path: String) -> Bool {
        guard !trusted.isEmpty, let parts = Self.parts(of: path) else { return false }
        var directory = ""
        for part in parts.dropLast() {
            directory += "/" + String(decoding: part, as: UTF8.self)
            if trusted.contains(ExactText(directory)) { return true }
        }
        return false
    }

    private static func directory(_ path: String) throws(PolicyError) -> ExactText {
        let bytes = path.utf8.last == slash ? path.utf8.dropLast() : path.utf8[...]
        let trimmed = String(decoding: bytes, as: UTF8.self)
        guard trimmed.isPlain(limit: Subject.maximumPathLength), parts(of: trimmed) != nil else {
            throw .invalidPath(path)
        }
        return ExactText(trimmed)
    }

    private static let slash = UInt8(ascii: "/")

    /// Returns the names between the slashes, or `nil` if the path is not absolute or has an empty part, `.` or `..`. Works on bytes, as
    /// the kernel does: a slash can be part of a Swift character.
    private static func parts(of path: String) -> [Substring.UTF8View]? {
        guard path.utf8.first == slash else { return nil }
        let parts = path[...].utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst()
        let hasWay = parts.contains { part in ["", ".", ".."].contains { part.elementsEqual($0.utf8) } }
        return parts.isEmpty || hasWay ? nil : Array(parts)
    }
}
