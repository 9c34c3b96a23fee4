extension RunningApp {
    /// What its window that was opened last says of itself to others on the X11 display.
    ///
    /// - Parameter property: its name, such as `WM_TRANSIENT_FOR`.
    /// - Returns: as xprop prints the value; nil if it has none.
    public func property(_ property: String) throws -> String? {
        let (output, status) = try ChildProcess.run(
            ["xprop", "-notype", "-id", window, property], variables: desktop.variables)
        guard status == 0 else { throw TestFailure("no xprop: install x11-utils") }
        let lines = output.split(separator: "\n").map(String.init)
        // “NAME = value”, “NAME: window id # value”, or “NAME:  not found.”
        guard let line = lines.first, !line.hasSuffix("not found."),
            let range = line.firstRange(of: " # ") ?? line.firstRange(of: " = ")
        else { return nil }
        return String(line[range.upperBound...])
    }

    /// The handle of its window that was opened last, as programs give it to a password manager.
    public var handle: String {
        get throws { try "x11:" + String(Int(window) ?? 0, radix: 16) }
    }
}
