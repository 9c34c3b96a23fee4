import CSodium

/// An HMAC-SHA-256 over a record and the MAC before it, and so over all records before it.
struct MAC: Equatable, Sendable {
    static let count = 32
    /// The MAC before the first record.
    static let zero = MAC(words: .zero)

    /// Inline, not an array, because one is made for each record.
    fileprivate var words: SIMD4<UInt64>

    private init(words: SIMD4<UInt64>) { self.words = words }

    fileprivate init(writing body: (UnsafeMutablePointer<UInt8>) -> Void) {
        words = .zero
        withUnsafeMutableBytes(of: &words) { buffer in
            buffer.withMemoryRebound(to: UInt8.self) { if let start = $0.baseAddress { body(start) } }
        }
    }

    /// - Returns: `nil` unless there are 32 bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        words = .zero
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    }

    /// - Returns: `nil` unless there are 64 lowercase hexadecimal digits: each MAC has one spelling.
    init?(hexadecimal digits: some Collection<UInt8>) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            let value: UInt8
            switch digit {
            case 48...57: value = digit - 48
            case 97...102: value = digit - 87
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
        self.init(bytes)
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: words, body)
    }

    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// The key of the chain as an initialized HMAC state, in guarded memory; the working state is in guarded memory, too.
struct ChainKey: ~Copyable, @unchecked Sendable {
    // Sendable: the memory has one owner, and computing needs exclusive access.
    /// The state after the key was absorbed, and a working state.
    private let states: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    /// - Throws: `.invalidKey` unless there are 32 bytes; `.outOfMemory`.
    init(_ key: UnsafeRawBufferPointer) throws(LogError) {
        guard key.count == 32, let start = key.bindMemory(to: UInt8.self).baseAddress else { throw .invalidKey }
        states = try Self.allocate()
        crypto_auth_hmacsha256_init(states, start, key.count)
    }

    private init(states: UnsafeMutablePointer<crypto_auth_hmacsha256_state>) { self.states = states }

    deinit { sodium_free(states) }

    /// Returns a copy for a second owner.
    borrowing func copy() throws(LogError) -> ChainKey {
        let copy = try Self.allocate()
        copy.pointee = states.pointee
        return ChainKey(states: copy)
    }

    /// Returns the MAC of a record.
    /// - Parameters:
    ///   - previous: the MAC of the record before it.
    ///   - body: the record's bytes up to its MAC.
    mutating func mac(after previous: MAC, of body: UnsafeRawBufferPointer) -> MAC {
        let work = states + 1
        work.pointee = states.pointee
        previous.withUnsafeBytes { update(work, $0) }
        update(work, body)
        return MAC { _ = crypto_auth_hmacsha256_final(work, $0) }
    }

    private func update(_ state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>, _ bytes: UnsafeRawBufferPointer) {
        bytes.withMemoryRebound(to: UInt8.self) {
            guard let start = $0.baseAddress else { return }
            crypto_auth_hmacsha256_update(state, start, UInt64($0.count))
        }
    }

    private static func allocate() throws(LogError) -> UnsafeMutablePointer<crypto_auth_hmacsha256_state> {
        guard sodium_init() >= 0,
            let memory = sodium_allocarray(2, MemoryLayout<crypto_auth_hmacsha256_state>.stride)
        else { throw .outOfMemory }
        return memory.bindMemory(to: crypto_auth_hmacsha256_state.self, capacity: 2)
    }
}
