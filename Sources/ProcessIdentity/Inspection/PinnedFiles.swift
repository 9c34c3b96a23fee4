/// The files of a process that users other than root can write, with the hashes of their contents.
struct PinnedFiles {
    private struct File: Hashable {
        let path: [UInt8]
        /// The hash of the contents; `nil` if the file cannot be read.
        let digest: [UInt8]?
    }

    private var files: Set<File> = []

    var count: Int { files.count }

    mutating func add(path: [UInt8], digest: [UInt8]?) { files.insert(File(path: path, digest: digest)) }

    /// Returns SHA-256 over a label, the number of files, and for each in the order of the paths' bytes: the length of the path in 32 bits,
    /// the path, the SHA-256 of the contents. Numbers are little-endian. `nil` if one of the hashes is missing.
    func digest() -> [UInt8]? {
        var hash = SHA256()
        hash.update(Array("chatelaine mapped files 1\0".utf8))
        var header = ByteWriter(capacity: 8)
        header.append(UInt64(files.count))
        hash.update(header.bytes)
        for file in files.sorted(by: PinnedFiles.isBefore) {
            guard let digest = file.digest else { return nil }
            var writer = ByteWriter(capacity: file.path.count + 36)
            writer.append(UInt32(clamping: file.path.count))
            hash.update(writer.bytes + file.path + digest)
        }
        return hash.finish()
    }

    private static func isBefore(_ one: File, _ other: File) -> Bool {
        one.path == other.path
            ? (one.digest ?? []).lexicographicallyPrecedes(other.digest ?? [])
            : one.path.lexicographicallyPrecedes(other.path)
    }
}
