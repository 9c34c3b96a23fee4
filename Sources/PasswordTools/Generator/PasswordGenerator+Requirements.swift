extension PasswordGenerator {
    /// How often each of the two ways to draw is tried.
    private static let attempts = 1000

    /// Every password that meets the requirements is equally likely as long as drawing blindly finds one. Where that is
    /// hopeless (ten digits among a hundred characters), what is required is placed first.
    func password(meeting requirements: CheckedRequirements) throws(PasswordRequirementsError) -> String {
        let ways = [drawBlindly, drawRequiredFirst]
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

    private func drawBlindly(_ requirements: CheckedRequirements) -> [Character]? {
        (0..<requirements.length).map { pick(from: requirements.alphabet(at: $0)) }
    }

    /// Nil where the places that are left do not take what is still required.
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

    /// A character for one place that breaks no limit together with those that are there.
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

    /// Fisher and Yates' shuffle: every order is equally likely.
    private func shuffled(_ values: [Int]) -> [Int] {
        var values = values
        for end in stride(from: values.count, to: 1, by: -1) {
            values.swapAt(end - 1, Int(uniform(UInt32(end))))
        }
        return values
    }
}
