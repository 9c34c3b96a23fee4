import AppTesting
import Foundation

/// A website on this machine, which prints what browsers ask it for.
@MainActor final class Website {
    private let directory: TemporaryDirectory
    private let process: ChildProcess
    /// Its address, without a path.
    let origin: String

    /// - Parameters:
    ///   - pages: the contents of pages by their names.
    ///   - isSecure: whether it speaks https, with a certificate that no authority has signed.
    init(_ pages: KeyValuePairs<String, String>, isSecure: Bool = false) throws {
        directory = try TemporaryDirectory()
        for (name, page) in pages {
            try page.write(toFile: "\(directory.path)/\(name)", atomically: false, encoding: .utf8)
        }
        var words = [
            "/usr/bin/python3", Stage.repository + "/Apps/Tests/ACMEBrowserTests/Support/server.py", directory.path,
        ]
        if isSecure { words.append(try Self.makeCertificate(in: directory.path)) }
        process = try ChildProcess(words, input: .piped, leadsSession: true)
        guard let port = process.line().flatMap({ UInt16($0) }) else { throw TestFailure("the website does not start") }
        origin = "\(isSecure ? "https" : "http")://127.0.0.1:\(port)"
    }

    private static func makeCertificate(in directory: String) throws -> String {
        let path = directory + "/both.pem"
        let (output, status) = try ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=Neverland", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path + ".key", "-out",
            path + ".crt",
        ])
        guard status == 0 else { throw TestFailure("no certificate: \(output)") }
        let both = try ["key", "crt"].map { try String(contentsOfFile: "\(path).\($0)", encoding: .utf8) }.joined()
        try both.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    /// Waits for a request that begins with these words.
    ///
    /// - Returns: all of its line, and the lines before it.
    @discardableResult func expect(_ beginning: String) throws -> (line: String, before: [String]) {
        var before: [String] = []
        while let line = process.line() {
            if line.hasPrefix(beginning) { return (line, before) }
            before.append(line)
        }
        throw TestFailure("no “\(beginning)” among \(before)")
    }

    /// Ends it.
    func end() { process.end() }

    /// Answers the page that waits at /hold.
    func release(_ answer: String = "go") { process.write(answer + "\n") }
}
