import Foundation
import TestSupport
import Testing

/// A directory of a test's own, that anyone can look into, and the means to put programs there.
final class Workshop {
    private let directory: TemporaryDirectory

    var path: String { directory.path }

    init() throws { directory = try TemporaryDirectory() }

    /// A path in the directory.
    func at(_ name: String) -> String { directory(name) }

    /// A copy of a program under a name.
    @discardableResult
    func copy(_ program: String, as name: String) throws -> String {
        try ChildProcess.copy(program, to: at(name))
        return at(name)
    }

    /// A program, or with `-shared` a library, made of a text in C.
    @discardableResult
    func compile(_ source: String, as name: String, _ flags: String...) throws -> String {
        let text = at("\(name).c")
        try source.write(toFile: text, atomically: true, encoding: .utf8)
        try #require(try ChildProcess.run(["/usr/bin/cc", "-O1", "-o", at(name), text] + flags).status == 0)
        return at(name)
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
    static let helper = BuiltPrograms.path("chatelaine-identify")
}
