extension PasswordGenerator {
    /// The number of attempts with each of the two drawing methods.
    private static let attempts = 1000

    /// Generates a password that meets requirements. All such passwords are equally likely as long as rejection
    /// sampling finds one. If it does not (ten digits required from a hundred characters), the required characters are
    /// placed first.
    func password(meeting requirements: CheckedRequirements) throws(PasswordRequirementsError) -> String {
        let ways = [drawByRejection, drawRequiredFirst]
        for way in ways {
            for _ in 0..<Self.attempts {
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
        var places = shuffled(Array(0..<requirements.length))
        for amount in requirements.amounts.atLeast {
            var missing = amount.count - amount.occurrences(in: result.compactMap { $0 })
            while missing > 0 {
                guard let place = places.popLast(),
                    let character = pick(at: place, of: requirements, beside: result, among: amount.characters)
                else { return nil }
                result[place] = character
                missing -= 1
            }
        }
        while let place = places.popLast() {
            guard let character = pick(at: place, of: requirements, beside: result) else { return nil }
            result[place] = character
        }
        return result.compactMap { $0 }
    }

    /// Returns a character for one position that breaks no limit together with the other characters.
    private func pick(
        at place: Int, of requirements: CheckedRequirements, beside others: [Character?], among set: String? = nil
    ) -> Character? {
        var candidates = requirements.alphabet(at: place)
        if let set { candidates = candidates.filter(set.contains) }
        if let atMost = requirements.amounts.atMost, atMost.occurrences(in: others.compactMap { $0 }) >= atMost.count {
            candidates.removeAll(where: atMost.characters.contains)
        }
        return candidates.isEmpty ? nil : pick(from: candidates)
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
