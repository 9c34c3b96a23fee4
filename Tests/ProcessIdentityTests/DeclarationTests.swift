import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProcessIdentity

/// The file next to an executable that declares access groups.
@Suite struct DeclarationTests {
    private let workshop: Workshop
    private let program: String

    init() throws {
        workshop = try Workshop()
        program = try workshop.copy("/bin/cat", as: "cat")
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: workshop.at(name), atomically: false, encoding: .utf8)
    }

    private var declaration: Declaration { Declaration(nextTo: Array(program.utf8), owner: geteuid()) }

    @Test func listComesBeforeInformation() throws {
        #expect(declaration == .absent)
        try write("information", to: "Info.plist")
        #expect(declaration == Declaration(.information, contents: Array("information".utf8)))
        try write("list", to: "cat.entitlements")
        #expect(declaration == Declaration(.entitlements, contents: Array("list".utf8)))
    }

    @Test func onlyARegularFileIsRead() throws {
        try write("list", to: "other")
        try #require(symlink(workshop.at("other"), workshop.at("cat.entitlements")) == 0)
        #expect(declaration.kind == .notRegular)
        unlink(workshop.at("cat.entitlements"))
        try #require(mkfifo(workshop.at("cat.entitlements"), 0o600) == 0)
        #expect(declaration.kind == .notRegular)
        try #require(mkfifo(workshop.at("Info.plist"), 0o600) == 0)
        unlink(workshop.at("cat.entitlements"))
        #expect(declaration == .absent)
    }

    /// What a read of never ends, or never begins.
    @Test(
        .enabled(if: getuid() == 0, "needs root, to make a device"),
        arguments: [
            "mkdir", "mkfifo", "ln -s /dev/zero", "ln -s /proc/kmsg", "/dev/zero", "/dev/tty", "socket",
        ])
    func nothingElseIsWaitedFor(what: String) throws {
        let path = workshop.at("cat.entitlements")
        let command =
            switch what {
            case "/dev/zero": "mknod \(path) c 1 5"
            case "/dev/tty": "mknod \(path) c 5 0"
            case "socket": "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \(path)"
            default: "\(what) \(path)"
            }
        try #require(try ChildProcess.run(["/bin/sh", "-c", command]).status == 0)
        #expect(declaration.contents.isEmpty && [.notRegular, .unreadable].contains(declaration.kind))
    }

    @Test func sparseFileOfManyGigabytesIsNotRead() throws {
        let path = workshop.at("cat.entitlements")
        try Data().write(to: URL(fileURLWithPath: path))
        try #require(truncate(path, off_t(1) << 40) == 0)
        #expect(declaration == Declaration(.tooLarge))
    }

    @Test func sizeIsLimited() throws {
        let path = workshop.at("cat.entitlements")
        try Data(count: InspectionLimits.declaration).write(to: URL(fileURLWithPath: path))
        #expect(declaration.contents.count == InspectionLimits.declaration)
        try #require(truncate(path, off_t(InspectionLimits.declaration) + 1) == 0)
        #expect(declaration == Declaration(.tooLarge))
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to give a file away")) func fileOfAnotherUserIsIgnored() throws {
        try write("list", to: "cat.entitlements")
        try #require(chown(workshop.at("cat.entitlements"), OrdinaryUser.id, OrdinaryUser.id) == 0)
        #expect(declaration == .absent)
        // That user's own program.
        let owned = Declaration(nextTo: Array(program.utf8), owner: OrdinaryUser.id)
        #expect(owned == Declaration(.entitlements, contents: Array("list".utf8)))
        // What root has put there counts for everyone's.
        try #require(chown(workshop.at("cat.entitlements"), 0, 0) == 0)
        #expect(Declaration(nextTo: Array(program.utf8), owner: OrdinaryUser.id) == owned)
    }

    /// It takes several packets.
    @Test func helperPassesItOnAsAWhole() throws {
        var text = ""
        for number in 0..<60_000 { text += "line \(number)\n" }
        try write(text, to: "cat.entitlements")
        let program = try RunningProgram.echo(program)
        let service = IdentifyService(helper: Built.helper)
        for _ in 1...2 {
            let declaration = try service.identification(pidfd: program.pidfd).declaration
            #expect(declaration == Declaration(.entitlements, contents: Array(text.utf8)))
        }
    }
}
