/// A selection of a TPM's platform configuration registers (PCRs). Unsealing requires the values that they had at sealing.
///
/// Written as `sha256:7` or `sha256:7,11`: the bank and the registers.
/// Specified in: TPM 2.0 Library, Part 2, 10.6.1 "PCR structures".
package struct PCRSelection: Hashable, Sendable, CustomStringConvertible {
    /// The hash algorithm of a bank of registers.
    package enum Bank: String, CaseIterable, Sendable {
        case sha256, sha384

        /// The TPM's number for the algorithm.
        var algorithm: UInt16 {
            switch self {
            case .sha256: 0x000B
            case .sha384: 0x000C
            }
        }
    }

    package let bank: Bank
    /// The register numbers, ascending, from 0 to 23, at least one.
    package let registers: [Int]

    /// Parses a selection.
    ///
    /// - Parameter text: such as `sha256:7,11`. Nil for any other text, including SHA-1, which is no longer secure.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard text.utf8.count <= 100, parts.count == 2, let bank = Bank(rawValue: String(parts[0])) else { return nil }
        var registers = Set<Int>()
        for number in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            // Int() would also accept a sign.
            guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let register = Int(number),
                (0...23).contains(register), registers.insert(register).inserted
            else { return nil }
        }
        self.bank = bank
        self.registers = registers.sorted()
    }

    init(bank: Bank, registers: [Int]) {
        self.bank = bank
        self.registers = registers
    }

    package var description: String { bank.rawValue + ":" + registers.map(String.init).joined(separator: ",") }
}
