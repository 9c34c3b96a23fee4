import Foundation

/// The figures of `openssl speed`.
enum OpenSSLSpeed {
    /// Runs it on the cores of this thread.
    ///
    /// - Returns: the words of the last line that contains `name`.
    static func line(_ name: String, _ arguments: [String]) throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl", "speed"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let line = text.split(separator: "\n").last(where: { $0.lowercased().contains(name) }) else {
            throw BenchError("openssl speed \(arguments.joined(separator: " "))")
        }
        return line.split(separator: " ")
    }

    /// Returns the nanoseconds of a signature and of its verification.
    static func signatures(_ name: String, _ algorithm: String) throws -> (sign: Double, verify: Double) {
        let rates = try line(name, ["-seconds", "1", algorithm]).suffix(2).compactMap { Double($0) }
        guard rates.count == 2, rates.allSatisfy({ $0 > 0 }) else { throw BenchError("openssl speed \(algorithm)") }
        return (1e9 / rates[0], 1e9 / rates[1])
    }
}
