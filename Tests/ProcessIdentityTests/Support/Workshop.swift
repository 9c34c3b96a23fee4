import Foundation
import Testing

/// A directory of a test's own, that anyone can look into, and the means to put programs there.
final class Workshop {
    let path: String

    init() throws {
        let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = place.appendingPathComponent("identify-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path in the directory.
    func at(_ name: String) -> String { "\(path)/\(name)" }

    /// A copy of a program under a name. Another process makes it: a child that some other test starts in this moment would
    /// inherit the descriptor that the copy is written through, and nobody can execute the copy as long as that is open.
    @discardableResult
    func copy(_ program: String, as name: String) throws -> String {
        try run("/bin/cp", "--", program, at(name))
        return at(name)
    }

    /// A program, or with `-shared` a library, made of a text in C.
    @discardableResult
    func compile(_ source: String, as name: String, _ flags: String...) throws -> String {
        let text = at("\(name).c")
        try source.write(toFile: text, atomically: true, encoding: .utf8)
        try run(["/usr/bin/cc", "-O1", "-o", at(name), text] + flags)
        return at(name)
    }

    private func run(_ command: String...) throws { try run(command) }

    private func run(_ command: [String]) throws {
        let program = try RunningProgram(command)
        try #require(program.waitForExit() == 0)
    }

    /// The program of `Subject.source`, compiled once, in a place where everyone can execute it.
    static let subject: Result<String, any Error> = Result {
        let workshop = try Workshop()
        // Kept until the end of the tests.
        _ = Unmanaged.passRetained(workshop)
        atexit { Workshop.removeSubject() }
        return try workshop.compile(Subject.source, as: "subject")
    }

    private static func removeSubject() {
        guard let path = try? subject.get() else { return }
        try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }
}

/// What was built beside these tests.
enum Built {
    static let helper: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("chatelaine-identify").path
    }()
}
