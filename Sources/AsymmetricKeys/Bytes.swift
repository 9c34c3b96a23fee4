import LibCrypto

extension [UInt8] {
    /// Calls `body` with a copy of the bytes, which are public. The buffer is valid during the call.
    ///
    /// The array's own buffer is not lent out to calls that return a value that cannot be copied, such as a secret.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: self)
        return try body(UnsafeRawBufferPointer(copy))
    }
}

extension DERNumbers {
    /// The encoding of public numbers.
    var encoding: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            write(to: UnsafeMutableRawBufferPointer(buffer))
            written = count
        }
    }
}
