import KeyManagement

/// The question whether the key of a passcode is derived although that costs more than this program ever chooses.
enum CostQuestion {
    /// Asks on the terminal; without one the answer is no.
    static let ask: PasscodeHash.CostQuestion = { hash in
        guard let terminal = Terminal() else { return false }
        let answer = try? terminal.agrees(
            to: "Deriving the key of this passcode takes \(hash.costText), more than Chatelaine ever chooses. "
                + "Another program may have changed the file. Continue?")
        return answer ?? false
    }
}
