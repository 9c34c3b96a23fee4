import Synchronization

/// Numbers that look random and are the same in every run: SplitMix64, cut to a bound by rejection.
final class SeededRandom: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) { state = Mutex(seed) }

    func uniform(_ bound: UInt32) -> UInt32 {
        let limit = UInt64.max - UInt64.max % UInt64(bound)
        while true {
            let number = next()
            if number < limit { return UInt32(number % UInt64(bound)) }
        }
    }

    private func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9e37_79b9_7f4a_7c15
            var number = state
            number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
            number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
            return number ^ (number >> 31)
        }
    }
}

/// A source of "randomness" that is written down. Ends the test where it is asked for more.
final class WrittenDown: Sendable {
    private let numbers: Mutex<ArraySlice<UInt32>>

    init(_ numbers: [UInt32]) { self.numbers = Mutex(numbers[...]) }

    func next(_ bound: UInt32) -> UInt32 {
        numbers.withLock { numbers in
            guard let number = numbers.popFirst() else { fatalError("more randomness was drawn than written down") }
            return number % bound
        }
    }
}
