/// What the writing helper does, write by write, and what the keychain holds after each: both sides compute it from the
/// number of the write alone, so that nothing but that number has to pass between them.
public struct WriterModel: Sendable, Equatable {
    /// One change of the keychain.
    public enum Write: Equatable, Sendable {
        case add(account: String, secret: String)
        case update(account: String, secret: String)
        case delete(account: String)
    }

    /// Accounts and their secrets.
    public private(set) var items: [String: String] = [:]
    /// How many writes have been done.
    public private(set) var count = 0

    static let accounts = 120

    /// The state before the first write.
    public init() {}

    /// The state after `count` writes.
    public init(after count: Int) {
        for _ in 0..<count { perform() }
    }

    /// The write that comes next.
    public var next: Write {
        let mixed = Self.mix(UInt64(count))
        let account = "account \(mixed % UInt64(Self.accounts))"
        guard items[account] != nil else { return .add(account: account, secret: Self.secret(count)) }
        return (mixed >> 32) % 3 == 0
            ? .delete(account: account) : .update(account: account, secret: Self.secret(count))
    }

    /// Does the write that comes next.
    public mutating func perform() {
        switch next {
        case .add(let account, let secret), .update(let account, let secret): items[account] = secret
        case .delete(let account): items[account] = nil
        }
        count += 1
    }

    /// A secret that says by which write it was stored, some so long that they take several pages.
    static func secret(_ count: Int) -> String {
        "secret \(count) " + String(repeating: "x", count: Int(mix(UInt64(count) &+ 7) % 3000))
    }

    /// A number that looks random and is always the same (SplitMix64's last step).
    static func mix(_ number: UInt64) -> UInt64 {
        var value = (number &+ 1) &* 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
