import Foundation

/// This executable once more, for what has to be measured in a process that did nothing else before.
enum ChildProcess {
    /// The whole numbers that it prints.
    static func numbers(_ arguments: [String]) throws -> [Int] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError(arguments.first ?? "a child") }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }
}
