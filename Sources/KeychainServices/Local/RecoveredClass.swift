import KeyManagement

/// A protection class, as a recovery key finds it.
struct RecoveredClass {
    /// What the recovery key does with the keys of a class.
    enum State {
        /// It opens all of them.
        case opens
        /// One of them is damaged, or newer than the recovery key.
        case lost
        /// They stay on their device.
        case staysOnDevice
    }

    let protection: ProtectionClass
    let state: State
    /// The number of items that the state is about.
    let items: Int

    /// Makes the classes of a keybag, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - open: the numbers of the class keys that the recovery key opens.
    ///   - counts: the number of items for each number of a class key.
    static func all(
        in keybag: Keybag, open: Set<Int64>, loss: RecoveryLoss, counts: [Int64: Int]
    ) -> [RecoveredClass] {
        ProtectionClass.allCases.compactMap { protection in
            let numbers = keybag.classKeys.filter { $0.protection == protection }.map(\.number)
            guard !numbers.isEmpty else { return nil }
            let lost = numbers.filter(loss.classKeys.contains)
            let state: State = !lost.isEmpty ? .lost : open.isSuperset(of: numbers) ? .opens : .staysOnDevice
            let items = (lost.isEmpty ? numbers : lost).reduce(0) { $0 + (counts[$1] ?? 0) }
            return RecoveredClass(protection: protection, state: state, items: items)
        }
    }
}
