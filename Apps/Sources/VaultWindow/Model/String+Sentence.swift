extension StringProtocol {
    /// As it begins a sentence, or a label.
    var startingUppercase: String { prefix(1).uppercased() + dropFirst() }
}
