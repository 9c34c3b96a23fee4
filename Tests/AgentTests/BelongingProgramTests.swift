import Agent
import Foundation
import Glibc
import ProcessIdentity
import TestSupport
import Testing

/// Which programs the agent takes for those that belong to it, and from when on.
@Suite struct BelongingProgramTests {
    private let directory: TemporaryDirectory
    private let (bin, libexec): (String, String)

    init() throws {
        directory = try TemporaryDirectory()
        (bin, libexec) = (directory("bin"), directory("libexec"))
        for place in [bin, libexec] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        }
    }

    private func programs() -> BelongingPrograms {
        BelongingPrograms(locations: [
            .sheetWindow: ["\(libexec)/chatelaine-sheet", "\(bin)/chatelaine-sheet"],
            .vaultWindow: ["\(libexec)/chatelaine-passwords", "\(bin)/chatelaine-passwords"],
        ])
    }

    /// Puts a program there, in place of one that there may be.
    ///
    /// - Returns: its file.
    @discardableResult private func install(_ path: String, mode: mode_t = 0o755) throws -> FileIdentity {
        // Beside the one that is there, which keeps its number else.
        try Data("a program".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        chmod(path + ".new", mode)
        try #require(rename(path + ".new", path) == 0)
        return try file(path)
    }

    private func file(_ path: String) throws -> FileIdentity {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    @Test(arguments: [true, false]) func programPresentAtTheStartIsTrusted(isRootsAlone: Bool) throws {
        let path = "\(bin)/chatelaine-sheet"
        let executable = try install(path)
        let programs = programs()
        #expect(programs.role(of: executable, path: path, isRootsAlone: isRootsAlone) == .sheetWindow)
        // By the file alone, whatever it is called where the process sees it.
        #expect(programs.role(of: executable, path: "/elsewhere", isRootsAlone: isRootsAlone) == .sheetWindow)
    }

    @Test func programInstalledLaterIsTrusted() throws {
        let (programs, sheet, window) = (programs(), "\(libexec)/chatelaine-sheet", "\(bin)/chatelaine-passwords")
        let executable = try install(sheet)
        #expect(programs.role(of: executable, path: sheet, isRootsAlone: true) == .sheetWindow)
        #expect(programs.role(of: try install(window), path: window, isRootsAlone: true) == .vaultWindow)
        #expect(programs.role(of: executable, path: sheet, isRootsAlone: true) == .sheetWindow)
        // It is known from now on, and replaced as one that was there at the start.
        let upgraded = try install(sheet)
        #expect(programs.role(of: executable, path: sheet, isRootsAlone: true) == .other)
        #expect(programs.role(of: upgraded, path: sheet, isRootsAlone: true) == .sheetWindow)
    }

    /// A user's own agent, in a directory of the user's: every program could put one there.
    @Test func laterProgramThatOthersCanChangeIsNotTrusted() throws {
        let (programs, path) = (programs(), "\(libexec)/chatelaine-passwords")
        let executable = try install(path)
        #expect(programs.role(of: executable, path: path, isRootsAlone: false) == .other)
        #expect(programs.role(of: executable, path: path, isRootsAlone: true) == .vaultWindow)
    }

    /// Between the look at a process and the answer another file takes the path, by a rename over it.
    @Test(arguments: [true, false]) func anExchangeAfterTheLookIsNoticed(isRootsAlone: Bool) throws {
        let (programs, path) = (programs(), "\(libexec)/chatelaine-passwords")
        let looked = try install(path)
        // As a process that runs it does: no other file gets its number.
        let running = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(running) }
        let exchanged = try install(path)
        #expect(programs.role(of: looked, path: path, isRootsAlone: isRootsAlone) == .other)
        // What is there now is not known by the look at the other, and what was looked at does not come back under another name.
        #expect(programs.role(of: exchanged, path: path, isRootsAlone: false) == .other)
        try #require(rename(path, "\(path).aside") == 0)
        #expect(programs.role(of: exchanged, path: path, isRootsAlone: isRootsAlone) == .other)
        #expect(programs.role(of: exchanged, path: "\(path).aside", isRootsAlone: isRootsAlone) == .other)
    }

    /// Which is why the place of a user's own agent is the user's: what takes the path of a program that was there counts as its upgrade.
    @Test func programThatTakesTheirPlaceCounts() throws {
        let path = "\(bin)/chatelaine-sheet"
        let executable = try install(path)
        let running = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(running) }
        let programs = programs()
        let other = try install(path)
        #expect(programs.role(of: executable, path: path, isRootsAlone: false) == .other)
        #expect(programs.role(of: other, path: path, isRootsAlone: false) == .sheetWindow)
    }

    @Test func aProgramElsewhereOrOfAnotherNameDoesNotCount() throws {
        let programs = programs()
        for path in [directory("chatelaine-sheet"), "\(libexec)/chatelaine", "\(libexec)/chatelaine-sheet2"] {
            #expect(programs.role(of: try install(path), path: path, isRootsAlone: true) == .other)
        }
    }

    /// As in a container, where another file has the path.
    @Test func anotherFileOfThePathDoesNotCount() throws {
        let (programs, path) = (programs(), "\(libexec)/chatelaine-sheet")
        let other = try install(directory("other"))
        #expect(programs.role(of: other, path: path, isRootsAlone: true) == .other)
        try install(path)
        #expect(programs.role(of: other, path: path, isRootsAlone: true) == .other)
    }

    @Test func thePlaceThatCountedAtTheStartStaysTheOne() throws {
        let (first, second) = ("\(libexec)/chatelaine-sheet", "\(bin)/chatelaine-sheet")
        let executable = try install(second)
        let programs = programs()
        let later = try install(first)
        #expect(programs.role(of: later, path: first, isRootsAlone: true) == .other)
        #expect(programs.role(of: executable, path: second, isRootsAlone: true) == .sheetWindow)
    }

    @Test func theFirstPlaceCountsWhenBothComeLater() throws {
        let (first, second) = ("\(libexec)/chatelaine-sheet", "\(bin)/chatelaine-sheet")
        let programs = programs()
        try install(first)
        let other = try install(second)
        #expect(programs.role(of: other, path: second, isRootsAlone: true) == .other)
        #expect(programs.role(of: try file(first), path: first, isRootsAlone: true) == .sheetWindow)
    }
}
