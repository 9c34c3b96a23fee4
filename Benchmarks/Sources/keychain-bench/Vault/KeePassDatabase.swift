import Foundation

/// A database of KeePassXC with a given number of entries, which are the same logins as in the vault.
struct KeePassDatabase {
    let program: String
    let path: String
    private static let password = "correct horse battery staple"

    /// Makes a database.
    ///
    /// - Parameter directory: the directory for its files.
    init(_ program: String, entries: Int, directory: String) throws {
        self.program = program
        path = directory + "/peer.kdbx"
        let export = directory + "/peer.xml"
        try Self.export(entries).write(toFile: export, atomically: false, encoding: .utf8)
        // Without a requested time, the key derivation is the cheapest that the program makes: a million rounds of AES, about 20 ms. The
        // minimum that can be requested is 100 ms.
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

    /// Returns the nanoseconds of a process that opens the database and runs one command.
    func time(_ command: String, _ arguments: String...) throws -> Int64 {
        let result = try ChildProcess.time([program, command, "-q", path] + arguments, input: Self.password + "\n")
        guard result.status == 0 else { throw BenchError("keepassxc-cli \(command): status \(result.status)") }
        return result.time
    }

    /// Returns the nanoseconds of each search in one process that has opened the database, from the command to the next prompt.
    func searches(_ texts: [String]) throws -> [Int64] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["open", "-q", path]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        func tell(_ line: String) throws -> String {
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
            var answer = ""
            while !answer.hasSuffix("> ") {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { throw BenchError("keepassxc-cli open") }
                answer += String(decoding: part, as: UTF8.self)
            }
            return answer
        }
        _ = try tell(Self.password)
        return try texts.map { text in
            let start = monotonicNow()
            guard try tell("search \"\(text)\"").contains(text) else { throw BenchError("search of “\(text)”") }
            return monotonicNow() - start
        }
    }
}
