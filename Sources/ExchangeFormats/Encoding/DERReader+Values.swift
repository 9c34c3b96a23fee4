import AsymmetricKeys

// Values that a format requires: another one is an error.

extension DERReader {
    /// Reads the values in one that fills `bytes`.
    init(in bytes: UnsafeRawBufferPointer, _ tag: UInt8 = Tag.sequence) throws(ExchangeError) {
        var outer = DERReader(bytes)
        self.init(try outer.take(tag))
        try outer.finish()
    }

    /// Takes the next value, which has this tag; returns its contents.
    mutating func take(_ tag: UInt8) throws(ExchangeError) -> UnsafeRawBufferPointer {
        guard let content = element(tag) else { throw ExchangeError(.malformed) }
        return content
    }

    /// Takes the next value, whatever it is.
    mutating func takeAny() throws(ExchangeError) -> Element {
        guard let element = next() else { throw ExchangeError(.malformed) }
        return element
    }

    /// Takes the next value if it has this tag.
    mutating func takeIfPresent(_ tag: UInt8) throws(ExchangeError) -> UnsafeRawBufferPointer? {
        nextTag == tag ? try take(tag) : nil
    }

    /// Takes a sequence or a set; returns a reader of its values.
    mutating func enter(_ tag: UInt8 = Tag.sequence) throws(ExchangeError) -> DERReader { DERReader(try take(tag)) }

    /// Takes a number that is not negative and that fits.
    mutating func takeNumber(atMost most: Int = Int(Int32.max)) throws(ExchangeError) -> Int {
        let content = try take(Tag.integer)
        guard let first = content.first, first < 0x80 else { throw ExchangeError(.malformed) }
        if first == 0, content.count > 1, content[1] < 0x80 { throw ExchangeError(.malformed) }
        // A longer number is larger than any that is allowed.
        let number = content.count > 8 ? Int.max : content.reduce(0) { $0 << 8 | Int($1) }
        guard number <= most else { throw ExchangeError(.cost) }
        return number
    }

    /// Takes a string of bits that are whole bytes.
    mutating func takeBits() throws(ExchangeError) -> UnsafeRawBufferPointer {
        let content = try take(Tag.bitString)
        guard content.first == 0 else { throw ExchangeError(.malformed) }
        return UnsafeRawBufferPointer(rebasing: content.dropFirst())
    }

    /// Checks that there is nothing more.
    func finish() throws(ExchangeError) {
        guard isEmpty else { throw ExchangeError(.malformed) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these are the contents of an object identifier.
    func isObject(_ identifier: [UInt8]) -> Bool { elementsEqual(identifier) }
}
