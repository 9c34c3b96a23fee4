extension StringProtocol {
    /// The text with an uppercase first letter, for the beginning of a sentence or a label.
    var startingUppercase: String { prefix(1).uppercased() + dropFirst() }
}
