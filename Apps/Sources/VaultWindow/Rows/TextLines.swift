import GtkSupport

/// Two lines of a row, one above the other, which take the room that its buttons leave.
@MainActor enum TextLines {
    static func box(_ first: Label, _ second: Label) -> Box {
        let lines = Box(vertical: true, spacing: 2)
        lines.setExpands(horizontally: true)
        lines.setAlignment(vertical: .center)
        lines.append(first)
        lines.append(second)
        return lines
    }
}
