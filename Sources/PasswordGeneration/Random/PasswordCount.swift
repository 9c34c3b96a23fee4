/// The number of passwords that options allow, in total and with a given beginning.
///
/// It is counted by inclusion and exclusion over the required classes: from all passwords, those without the first
/// class are subtracted, those without the second, and so on; those without the first two were subtracted twice and are
/// added again. The alphabet without some of the classes is again an alphabet. Its words with a limited number of
/// identical characters in a row are counted by their runs: a run of 1, 2, … characters, followed by any other
/// character.
struct PasswordCount: Sendable {
    /// The number of characters of the alphabet outside of each set of required classes; the index is a bit set of
    /// classes.
    private let sizes: [Int]
    private let maxRun: Int
    private let length: Int
    /// Partial sums by the size of an alphabet: element n is the sum of the numbers of continuations with fewer than n
    /// characters (0, 1, …) after a completed run.
    private let sums: [Int: [BigNumber]]

    /// Prepares the count.
    ///
    /// - Parameters:
    ///   - alphabet: the alphabet that characters are drawn from.
    ///   - required: required classes within it.
    ///   - length: the number of characters.
    ///   - maxRun: the maximum number of identical characters in a row, 1 to `length`.
    init(alphabet: CharacterClass, required: [CharacterClass], length: Int, maxRun: Int) {
        sizes = (0..<1 << required.count).map { set in
            required.enumerated().reduce(alphabet) { set >> $1.offset & 1 == 1 ? $0.subtracting($1.element) : $0 }.count
        }
        self.length = length
        self.maxRun = maxRun
        var sums: [Int: [BigNumber]] = [:]
        for size in Set(sizes) where size > 0 {
            var table: [BigNumber] = [.zero, BigNumber(1)]
            for count in 1..<max(length, 1) {
                let ways = (table[count] - table[count - min(maxRun, count)]) * (size - 1)
                var next = table[count]
                next += ways
                table.append(next)
            }
            sums[size] = table
        }
        self.sums = sums
    }

    /// The number of passwords.
    var total: BigNumber { count(unmet: sizes.count - 1, left: length, after: nil) }

    /// The character that was drawn last: the required classes that contain it, as a bit set, and the length of its
    /// run.
    struct Last {
        let signature: Int
        let run: Int
    }

    /// Returns the number of continuations of a password.
    ///
    /// - Parameters:
    ///   - unmet: the required classes of which no character was drawn yet, as a bit set.
    ///   - left: the number of characters that are left to draw.
    ///   - last: the character that was drawn last; `nil` at the start.
    func count(unmet: Int, left: Int, after last: Last?) -> BigNumber {
        var added = BigNumber.zero
        var takenAway = BigNumber.zero
        // All subsets of the unmet classes, the empty one last.
        var set = unmet
        while true {
            // A character outside of the smaller alphabet does not limit the next one.
            let run = last.flatMap { $0.signature & set == 0 ? $0.run : nil }
            let words = words(size: sizes[set], left: left, run: run)
            if set.nonzeroBitCount.isMultiple(of: 2) { added += words } else { takenAway += words }
            if set == 0 { return added - takenAway }
            set = (set - 1) & unmet
        }
    }

    /// Returns the number of words of `left` characters over an alphabet of a size, after a run of `run` of one of its
    /// characters.
    private func words(size: Int, left: Int, run: Int?) -> BigNumber {
        guard left > 0 else { return BigNumber(1) }
        guard let sums = sums[size] else { return .zero }
        if let run {
            // 0, 1, 2, … further characters of the run, and then another one.
            return sums[left + 1] - sums[left - min(maxRun - run, left)]
        }
        return (sums[left] - sums[left - min(maxRun, left)]) * size
    }
}
