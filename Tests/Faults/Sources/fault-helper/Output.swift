import Glibc

/// Writes a line to standard output at once: what is acknowledged must not wait in a buffer.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        guard written > 0 else { exit(3) }
        rest = rest.dropFirst(written)
    }
}

/// Ends the process with what went wrong.
func fail(_ text: String) -> Never {
    say("failed: \(text)")
    exit(1)
}

/// Waits for a line on standard input; ends the process if there is none.
@discardableResult
func waitForLine() -> String {
    guard let line = readLine() else { exit(0) }
    return line
}
