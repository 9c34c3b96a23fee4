import Foundation

/// A database of KeePassXC with as many entries as somebody wants, the same logins as ours.
struct KeePassDatabase {
    let program: String
    let path: String
    private static let password = "correct horse battery staple"

    /// - Parameter directory: where the files go.
    init(_ program: String, entries: Int, directory: String) throws {
        self.program = program
        path = directory + "/peer.kdbx"
        let export = directory + "/peer.xml"
        try Self.export(entries).write(toFile: export, atomically: false, encoding: .utf8)
        // Without a time of its own to take, the key derivation is the cheapest that the program makes: a million rounds of AES,
        // about 20 ms. What can be asked for is 100 ms at least.
        let result = try ChildProcess.time(
            [program, "import", "-q", "-p", export, path], input: Self.password + "\n" + Self.password + "\n")
        guard result.status == 0 else { throw BenchError("keepassxc-cli import: status \(result.status)") }
    }

    private static func export(_ entries: Int) -> String {
        let texts = (0..<entries).map { number in
            "<Entry><UUID>\(id())</UUID>" + text("Title", BenchVault.title(number))
                + text("UserName", BenchVault.username(number)) + text("Password", "kQ4-vN2c.x9Wz_\(number)")
                + text("URL", BenchVault.website(number)) + "</Entry>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?><KeePassFile><Meta><Generator>bench</Generator></Meta><Root>\
            <Group><UUID>\(id())</UUID><Name>Root</Name>\(texts.joined())</Group></Root></KeePassFile>
            """
    }

    private static func text(_ key: String, _ value: String) -> String {
        "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
    }

    private static func id() -> String {
        withUnsafeBytes(of: UUID().uuid) { Data($0).base64EncodedString() }
    }

    /// Nanoseconds of a process that opens the database and does one thing.
    func time(_ command: String, _ arguments: String...) throws -> Int64 {
        let result = try ChildProcess.time([program, command, "-q", path] + arguments, input: Self.password + "\n")
        guard result.status == 0 else { throw BenchError("keepassxc-cli \(command): status \(result.status)") }
        return result.time
    }

    /// Nanoseconds of a process that opens the database and searches as often as this, one search after the other.
    func time(searches: Int, for text: String) throws -> Int64 {
        let commands = String(repeating: "search \"\(text)\"\n", count: searches)
        let result = try ChildProcess.time([program, "open", "-q", path], input: Self.password + "\n" + commands + "quit\n")
        guard result.status == 0 else { throw BenchError("keepassxc-cli open: status \(result.status)") }
        return result.time
    }
}
