/// Counts the passwords that options admit, and those among them that begin in some way.
///
/// By inclusion and exclusion over the required classes: of all passwords, those without the first class are taken
/// away, those without the second, and so on; those without the first two were taken away twice and are added again.
/// What is left of the alphabet without some classes is an alphabet again, and its words in which no character occurs
/// more than so many times in a row are counted by their runs: a run of 1, 2, … characters, and then one of any other
/// character.
struct PasswordCount: Sendable {
    /// Of each set of required classes, as bits: how many characters of the alphabet are in none of them.
    private let sizes: [Int]
    private let maxRun: Int
    private let length: Int
    /// By the size of an alphabet: at n, the sum of the first n of the numbers of ways to go on for 0, 1, 2, …
    /// characters after a run that is over.
    private let sums: [Int: [BigNumber]]

    /// - Parameters:
    ///   - alphabet: what is drawn from.
    ///   - required: classes within it.
    ///   - length: in characters.
    ///   - maxRun: from 1 to `length`.
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

    /// How many passwords there are.
    var total: BigNumber { count(unmet: sizes.count - 1, left: length, after: nil) }

    /// What was drawn last: the required classes that have it, as bits, and how many times in a row it was drawn.
    struct Last {
        let signature: Int
        let run: Int
    }

    /// In how many ways a password can go on.
    ///
    /// - Parameters:
    ///   - unmet: the required classes of which nothing was drawn yet, as bits.
    ///   - left: how many characters are to come.
    ///   - last: what was drawn last; nil at the start.
    func count(unmet: Int, left: Int, after last: Last?) -> BigNumber {
        var added = BigNumber.zero
        var takenAway = BigNumber.zero
        // All subsets of the unmet classes, the empty one last.
        var set = unmet
        while true {
            // A character that the smaller alphabet does not have puts no limit on what comes next.
            let run = last.flatMap { $0.signature & set == 0 ? $0.run : nil }
            let words = words(size: sizes[set], left: left, run: run)
            if set.nonzeroBitCount.isMultiple(of: 2) { added += words } else { takenAway += words }
            if set == 0 { return added - takenAway }
            set = (set - 1) & unmet
        }
    }

    /// The number of words of `left` characters over an alphabet of that size, following `run` times one of its
    /// characters.
    private func words(size: Int, left: Int, run: Int?) -> BigNumber {
        guard left > 0 else { return BigNumber(1) }
        guard let sums = sums[size] else { return .zero }
        if let run {
            // 0, 1, 2, … more of the same, and then another one.
            return sums[left + 1] - sums[left - min(maxRun - run, left)]
        }
        return (sums[left] - sums[left - min(maxRun, left)]) * size
    }
}
