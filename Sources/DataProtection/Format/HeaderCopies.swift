import KeyManagement

/// The two copies of the header that a file begins with.
///
/// To change the class of a file in place, the copy that does not count is written first. When it is durable it counts, having
/// the greater number; then the other one is written over. So at every moment one copy is whole, and at the end the old
/// wrapped key is gone.
struct HeaderCopies {
    /// The content begins here.
    static let size = 2 * FileHeader.size

    /// The one that counts.
    let current: FileHeader
    /// Which of the two that is, 0 or 1.
    let index: Int
    /// Whether the other one is the same.
    let areSame: Bool

    /// - Parameter bytes: the first ``size`` bytes of a file, or as many as it has.
    /// - Throws: why the file has no header.
    init(_ bytes: UnsafeRawBufferPointer) throws(FileHeader.Failure) {
        guard bytes.count >= Self.size else {
            throw bytes.prefix(FileHeader.magic.count).elementsEqual(FileHeader.magic) ? .damaged : .foreign
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
            throw first == .foreign && second != .foreign ? second : first
        }
    }
}
