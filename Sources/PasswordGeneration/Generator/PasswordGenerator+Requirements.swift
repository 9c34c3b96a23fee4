extension PasswordGenerator {
    /// Returns the number of attempts with each of the two drawing methods: 1,000, and fewer for a long password that nothing may meet.
    private static func attempts(length: Int) -> Int { min(1000, max(1, 204_800 / length)) }

    /// Generates a password that meets requirements. All such passwords are equally likely as long as rejection
    /// sampling finds one. If it does not (ten digits required from a hundred characters), the required characters are
    /// placed first.
    func password(meeting requirements: CheckedRequirements) throws(PasswordRequirementsError) -> String {
        let ways = [drawByRejection, drawRequiredFirst]
        for way in ways {
            for _ in 0..<Self.attempts(length: requirements.length) {
                guard let characters = way(requirements), requirements.areMet(by: characters),
                    !Self.isTooWeak(characters)
                else { continue }
                guard let size = requirements.groupSize else { return String(characters) }
                return Self.grouped(characters, by: size, separator: requirements.separator)
            }
        }
        throw PasswordRequirementsError("no password that meets the requirements is strong enough")
    }

    private func drawByRejection(_ requirements: CheckedRequirements) -> [Character]? {
        (0..<requirements.length).map { pick(from: requirements.alphabet(at: $0)) }
    }

    /// Draws the required characters first; `nil` if the positions that are left cannot take the remaining ones.
    private func drawRequiredFirst(_ requirements: CheckedRequirements) -> [Character]? {
        var result = [Character?](repeating: nil, count: requirements.length)
        var tally = requirements.tally()
        var places = shuffled(Array(0..<requirements.length))
        func place(_ alphabets: PositionAlphabets, _ unlimited: PositionAlphabets) -> Bool {
            guard let place = places.popLast() else { return false }
            let usable = requirements.isExhausted(tally) ? unlimited : alphabets
            let candidates = usable.at(place, of: requirements.length)
            guard !candidates.isEmpty else { return false }
            let character = pick(from: candidates)
            requirements.add(character, to: &tally)
            result[place] = character
            return true
        }
        for (index, minimum) in requirements.minimums.enumerated() {
            while tally[index] < minimum.count {
                guard place(minimum.alphabets, minimum.unlimited) else { return nil }
            }
        }
        while !places.isEmpty {
            guard place(requirements.alphabets, requirements.unlimited) else { return nil }
        }
        return result.compactMap { $0 }
    }

    /// Returns a Fisher–Yates shuffle: every order is equally likely.
    private func shuffled(_ values: [Int]) -> [Int] {
        var values = values
        for end in stride(from: values.count, to: 1, by: -1) {
            values.swapAt(end - 1, Int(uniform(UInt32(end))))
        }
        return values
    }
}
