/// The characters that the positions of a password may have, each once.
struct PositionAlphabets {
    let first: [Character]
    let last: [Character]
    let others: [Character]

    /// - Parameter length: the number of positions.
    func at(_ position: Int, of length: Int) -> [Character] {
        position == 0 ? first : position == length - 1 ? last : others
    }

    func filter(_ isIncluded: (Character) -> Bool) -> PositionAlphabets {
        PositionAlphabets(
            first: first.filter(isIncluded), last: last.filter(isIncluded), others: others.filter(isIncluded))
    }
}
