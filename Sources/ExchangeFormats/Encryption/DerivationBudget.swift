/// The calculation that a file may still ask for. A file says itself how often a password is hashed: 2³¹ times would take an hour.
package struct DerivationBudget {
    private var rest: Int

    package init(iterations: Int = ExchangeLimits.iterations) { rest = iterations }

    /// Takes iterations from the budget.
    ///
    /// - Throws: `.cost` if there are not as many left.
    mutating func charge(_ iterations: Int) throws(ExchangeError) {
        guard iterations > 0 else { throw ExchangeError(.malformed) }
        guard iterations <= rest else { throw ExchangeError(.cost) }
        rest -= iterations
    }
}
