/// Two lines of a row, one above the other, which take the room that its buttons leave.
@MainActor public enum TextLines {
    /// Makes them.
    ///
    /// - Parameter second: nil: there is one line.
    public static func box(_ first: Label, _ second: Label? = nil) -> Box {
        let lines = Box(vertical: true, spacing: 2)
        lines.setExpands(horizontally: true)
        lines.setAlignment(vertical: .center)
        lines.append(first)
        if let second { lines.append(second) }
        return lines
    }
}
