import KeyManagement

/// The two copies of the header at the start of a file.
///
/// To change the class of a file in place, the copy that is not valid is written first. Once durable, it is valid, because it has the
/// greater number; then the other copy is overwritten. So one copy is intact at every moment, and at the end the old wrapped key is gone.
struct HeaderCopies {
    /// The offset of the content.
    static let size = 2 * FileHeader.size

    /// The valid copy.
    let current: FileHeader
    /// The index of the valid copy, 0 or 1.
    let index: Int
    /// Whether both copies are equal.
    let areSame: Bool

    /// Reads both copies.
    ///
    /// - Parameter bytes: the first ``size`` bytes of a file, or fewer if the file is shorter.
    /// - Throws: the reason why the file has no header.
    init(_ bytes: UnsafeRawBufferPointer) throws(FileHeader.Failure) {
        guard bytes.count >= Self.size else {
            throw bytes.prefix(FileHeader.magic.count).elementsEqual(FileHeader.magic) ? .damaged : .notProtected
        }
        let copies = [0, 1].map { copy in
            Result { () throws(FileHeader.Failure) in
                let range = copy * FileHeader.size..<(copy + 1) * FileHeader.size
                return try FileHeader(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        }
        switch (copies[0], copies[1]) {
        case (.success(let first), .success(let second)):
            index = second.sequence > first.sequence ? 1 : 0
            current = index == 0 ? first : second
            areSame = first == second
        case (.success(let header), .failure): (current, index, areSame) = (header, 0, false)
        case (.failure, .success(let header)): (current, index, areSame) = (header, 1, false)
        case (.failure(let first), .failure(let second)):
            throw first == .notProtected && second != .notProtected ? second : first
        }
    }
}
