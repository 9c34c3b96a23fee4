import Foundation

/// The range query of “Have I Been Pwned”: the server is told five digits of a hash and answers with all leaked ones that begin with them
/// (k-anonymity). It never sees more of a hash.
public struct RangeQuery: LeakSource {
    /// The address that is asked if no other is given; the five digits follow it.
    public static let usualAddress = "https://api.pwnedpasswords.com/range/"
    /// The maximum size of an answer in bytes. A padded one has about 50 KiB.
    static let mostBytes = 4 << 20

    private let fetch: @Sendable (_ prefix: String) throws(HealthError) -> Data
    private let progress: @Sendable (_ done: Int, _ count: Int) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - address: the address before the five digits. It is `https`, or `http` on this machine.
    ///   - progress: is told how many requests are done, of how many.
    /// - Throws: ``HealthError`` for another address, and if libcurl is not installed.
    public init(
        address: String = usualAddress, progress: @escaping @Sendable (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) throws(HealthError) {
        let client = try WebClient()
        let start = address.hasSuffix("/") ? address : address + "/"
        try WebClient.check(start)
        self.init(progress: progress) { prefix throws(HealthError) in
            // Padding hides from observers how many entries there are, and so which five digits were asked for.
            try client.get(start + prefix, headers: ["Add-Padding: true"], atMost: Self.mostBytes)
        }
    }

    init(
        progress: @escaping @Sendable (_ done: Int, _ count: Int) -> Void = { _, _ in },
        fetch: @escaping @Sendable (_ prefix: String) throws(HealthError) -> Data
    ) {
        (self.fetch, self.progress) = (fetch, progress)
    }

    /// Asks once for each five digits that hashes begin with, in the order of the digits: neither the number nor the order of the requests
    /// tells which items have the same password.
    public func counts(
        of hashes: [LeakHash], isCancelled: @Sendable () -> Bool
    ) throws(HealthError) -> [LeakHash: Int?] {
        let groups = Dictionary(grouping: Set(hashes), by: \.prefix)
        var found: [LeakHash: Int?] = [:]
        for (number, prefix) in groups.keys.sorted().enumerated() {
            guard !isCancelled() else { throw .cancelled }
            progress(number, groups.count)
            for (hash, count) in try Self.matches(groups[prefix] ?? [], in: fetch(prefix)) {
                found[hash] = .some(count)
            }
        }
        progress(groups.count, groups.count)
        return found
    }

    /// Returns the hashes of one prefix that an answer has. Entries with a count of 0 are padding.
    static func matches(_ hashes: [LeakHash], in answer: Data) throws(HealthError) -> [LeakHash: Int] {
        var found: [LeakHash: Int] = [:]
        let suffixSize = LeakHash.size - LeakHash.prefixSize
        for (number, line) in answer.split(separator: 0x0A, omittingEmptySubsequences: true).enumerated() {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            let suffix = line.prefix(suffixSize)
            let rest = line.dropFirst(suffixSize)
            guard suffix.count == suffixSize, suffix.allSatisfy(\.isHexDigit), rest.first == UInt8(ascii: ":"),
                let count = rest.dropFirst().decimal
            else {
                throw HealthError(
                    "the server's answer is damaged in line \(number + 1)",
                    remedy: "check the address: its answers are those of https://api.pwnedpasswords.com/range/")
            }
            guard count > 0 else { continue }
            for hash in hashes where hash.compare(from: LeakHash.prefixSize, suffix.lazy.map(\.capital)) == 0 {
                found[hash] = count
            }
        }
        return found
    }
}
