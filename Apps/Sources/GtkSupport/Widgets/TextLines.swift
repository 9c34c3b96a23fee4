/// Two lines of a row, one above the other, in the room that the row's buttons leave.
@MainActor public enum TextLines {
    /// Creates the lines.
    ///
    /// - Parameter second: the second line; `nil` for one line only.
    public static func box(_ first: Label, _ second: Label? = nil) -> Box {
        let lines = Box(vertical: true, spacing: 2)
        lines.setExpands(horizontally: true)
        lines.setAlignment(vertical: .center)
        lines.append(first)
        if let second { lines.append(second) }
        return lines
    }
}
