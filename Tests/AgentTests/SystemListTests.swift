import AccessPolicy
import Agent
import CLinux
import Foundation
import Glibc
import KeychainServices
import ProcessIdentity
import Synchronization
import TestSupport
import Testing

/// Lists that were installed for all users: which files are believed, and what a program gets by them.
@Suite struct SystemListTests {
    private let directory: TemporaryDirectory
    private let etc: String
    private let usr: String

    init() throws {
        directory = try TemporaryDirectory()
        (etc, usr) = (directory("etc/lists"), directory("usr/lists"))
        for path in [etc, usr] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
    }

    /// This process's user stands in for root.
    private func lists(owner: UInt32 = geteuid(), below root: String? = nil) -> SystemLists {
        SystemLists(directories: [etc, usr], owner: owner, below: root ?? directory.path)
    }

    private func write(
        _ name: String, for executable: String? = "/usr/bin/mail", _ groups: [String] = ["com.example.mail"],
        in place: String? = nil, mode: mode_t = 0o644
    ) throws {
        var list: [String: Any] = ["keychain-access-groups": groups]
        list["io.github.chatelaine.executable"] = executable
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let path = (place ?? usr) + "/" + name
        try data.write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
    }

    /// What the lists say, as far as they are not what they were.
    private func read(_ lists: SystemLists) -> [String: [String]]? {
        var found: [String: [String]]?
        lists.renew { found = Dictionary(uniqueKeysWithValues: $0.map { ($0.path, $0.groups) }) }
        return found
    }

    @Test func aListNamesItsProgramAndItsGroups() throws {
        try write("mail.entitlements", ["com.example.mail", "shared", "com.apple.token"])
        let lists = lists()
        #expect(read(lists) == ["/usr/bin/mail": ["com.example.mail", "shared"]])
        #expect(lists.notes.isEmpty)
    }

    /// A list without domains gives none, whatever the list next to the executable has.
    @Test func aListNamesTheDomainsOfItsProgram() throws {
        let mail = try Subject.system(path: "/usr/bin/mail")
        try write("mail.entitlements")
        let lists = lists()
        var policy = PolicyDocument()
        lists.renew { policy.systemLists = $0 }
        #expect(policy.listedWebCredentials(of: mail) == [])
        #expect(try policy.listedWebCredentials(of: .system(path: "/usr/bin/other")) == nil)
        #expect(try policy.listedWebCredentials(of: .unpinned(path: "/usr/bin/mail")) == nil)
        let list: [String: Any] = [
            "io.github.chatelaine.executable": "/usr/bin/mail", "keychain-access-groups": ["com.example.mail"],
            "com.apple.developer.associated-domains": ["applinks:a.example", "webcredentials:mail.example"],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: etc + "/mail.entitlements"))
        chmod(etc + "/mail.entitlements", 0o644)
        lists.renew { policy.systemLists = $0 }
        #expect(policy.listedWebCredentials(of: mail) == ["mail.example"])
        #expect(try policy.listedWebCredentials(of: .secured(path: "/usr/bin/mail")) == ["mail.example"])
    }

    @Test func noDirectoryIsNoError() throws {
        let lists = SystemLists(directories: [directory("none/at/all")], owner: geteuid(), below: directory.path)
        #expect(read(lists) == [:])
        #expect(lists.notes.isEmpty)
    }

    @Test func anAdministratorsFileStandsForAPackagesOfTheSameName() throws {
        try write("mail.entitlements", ["of the package"])
        try write("mail.entitlements", ["of the administrator"], in: etc)
        try write("other.entitlements", ["second"], in: usr)
        let lists = lists()
        #expect(read(lists) == ["/usr/bin/mail": ["of the administrator"]])
        // Another file for the same program is a mistake that has to be reported.
        #expect(lists.notes.count == 1)
        #expect(lists.notes.first?.contains("other.entitlements") == true)
    }

    @Test func otherFilesAreNotLists() throws {
        for name in ["README", ".mail.entitlements", "mail.entitlements.dpkg-new"] { try write(name) }
        let lists = lists()
        #expect(read(lists) == [:])
        #expect(lists.notes.isEmpty)
    }

    // MARK: - What is not believed

    @Test(arguments: [0o664, 0o646, 0o666] as [mode_t]) func aFileThatOthersCanWriteDoesNotCount(mode: mode_t) throws {
        try write("mail.entitlements", mode: mode)
        let lists = lists()
        #expect(read(lists) == [:])
        #expect(lists.notes.first?.contains("mail.entitlements") == true)
        #expect(lists.notes.first?.contains("written by others") == true)
    }

    @Test(arguments: ["", "usr", "usr/lists"]) func aDirectoryAboveThatOthersCanWriteIsNotBelieved(place: String) throws
    {
        try write("mail.entitlements")
        chmod(place.isEmpty ? directory.path : directory(place), 0o777)
        let lists = lists()
        #expect(read(lists) == [:])
        #expect(lists.notes.first?.contains("directory above") == true)
    }

    /// All users can write to temporary directories, so a list below one is not trusted.
    @Test func theWayFromTheRootCounts() throws {
        try write("mail.entitlements")
        let lists = lists(owner: 0, below: "/")
        #expect(read(lists) == [:])
        #expect(lists.notes.count == 2)
    }

    @Test func listOfAnotherUserIsIgnored() throws {
        try write("mail.entitlements")
        let lists = lists(owner: geteuid() &+ 1)
        #expect(read(lists) == [:])
        #expect(lists.notes.contains { $0.contains("does not belong to root") })
    }

    @Test func linksAreNotFollowed() throws {
        try write("real", in: directory.path)
        try FileManager.default.createSymbolicLink(
            atPath: usr + "/mail.entitlements", withDestinationPath: directory("real"))
        try FileManager.default.removeItem(atPath: etc)
        try FileManager.default.createSymbolicLink(atPath: etc, withDestinationPath: usr)
        let lists = lists()
        #expect(read(lists) == [:])
        #expect(lists.notes.count { $0.contains("symbolic link") } == 2)
    }

    /// Each is left out by itself; the one that is right counts.
    @Test func unreadableListsAreIgnored() throws {
        try write("1.entitlements", for: nil)
        try write("2.entitlements", ["*"])
        try write("3.entitlements", [])
        try write("4.entitlements", for: "relative/path")
        try Data(repeating: 60, count: 65 << 10).write(to: URL(fileURLWithPath: usr + "/5.entitlements"))
        try Data("bplist00\u{1}".utf8).write(to: URL(fileURLWithPath: usr + "/6.entitlements"))
        mkfifo(usr + "/7.entitlements", 0o644)
        try FileManager.default.createDirectory(atPath: usr + "/8.entitlements", withIntermediateDirectories: true)
        try write("9.entitlements")
        let lists = lists()
        #expect(read(lists) == ["/usr/bin/mail": ["com.example.mail"]])
        for number in 1...8 {
            #expect(lists.notes.contains { $0.contains("\(number).entitlements") }, "\(number): \(lists.notes)")
        }
        #expect(lists.notes.count == 8)
    }

    @Test func moreListsThanThereCanBeAreLeftOut() throws {
        for number in 0...1000 { try write("\(number).entitlements", for: "/usr/bin/\(number)") }
        let lists = lists()
        #expect(read(lists)?.count == 1000)
        #expect(lists.notes.count == 1)
    }

    // MARK: - Changes

    @Test func changesAreNoticed() throws {
        let lists = lists()
        #expect(read(lists) == [:])
        #expect(read(lists) == nil)
        try write("mail.entitlements")
        #expect(read(lists) == ["/usr/bin/mail": ["com.example.mail"]])
        #expect(read(lists) == nil)
        chmod(usr + "/mail.entitlements", 0o666)
        #expect(read(lists) == [:])
        try FileManager.default.removeItem(atPath: usr)
        #expect(read(lists) == [:])
        #expect(lists.notes.isEmpty)
    }

    // MARK: - What a program gets

    private func program(_ subject: Subject) throws -> Program {
        var credentials = clinux_credentials()
        (credentials.pid, credentials.uid) = (getpid(), geteuid())
        let path = try #require(subject.path)
        var program = Program(
            credentials: ProcessCredentials(credentials), path: path, subject: subject,
            process: "test", fingerprint: "test", terminal: nil, witness: nil, role: .other)
        program.declaration = Declaration(nextTo: Array(path.utf8), owner: geteuid())
        return program
    }

    @Test func theAgentGivesAProgramWhatItsListSays() throws {
        let policy = try PolicyKeeper(.inMemory())
        let service = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).service()
        let gatekeeper = PolicyGatekeeper(
            policy, keychain: service, programs: BelongingPrograms(locations: [:]), lists: lists())
        func groups(_ subject: Subject) throws -> [String] {
            try gatekeeper.admit(program(subject), wanted: [], token: nil, hasShownPasscode: false).groups.names
        }
        let mail = try Subject.system(path: "/usr/bin/mail")
        #expect(try groups(mail) == ["mail"])
        try write("mail.entitlements", ["com.example.mail"])
        #expect(try groups(mail) == ["com.example.mail"])
        // A program of a user's, of which a file beside it may say what it likes.
        let digest = try #require(Digest([UInt8](repeating: 1, count: 32)))
        let copied = directory("mail")
        try write("mail.entitlements", ["com.example.mail"], in: directory.path)
        let copy = try groups(.pinned(path: copied, digest: digest))
        #expect(copy.count == 1)
        #expect(copy.first?.hasPrefix("com.example.mail@") == true)
        #expect(gatekeeper.notes.isEmpty)
        chmod(usr + "/mail.entitlements", 0o666)
        _ = try groups(mail)
        #expect(gatekeeper.notes.count == 1)
    }

    /// Who looks at the policy sees what lists say, also of programs that never ran.
    @Test func theCommandLineShowsWhatListsSay() throws {
        let policy = try PolicyKeeper(.inMemory())
        try write("mail.entitlements", ["com.example.mail"])
        let service = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).service()
        let gatekeeper = PolicyGatekeeper(
            policy, keychain: service, programs: BelongingPrograms(locations: [:]), lists: lists())
        let other = try program(.system(path: "/usr/bin/other"))
        _ = try gatekeeper.admit(other, wanted: [], token: nil, hasShownPasscode: false)
        let agent = try TestAgent(in: directory, policy: policy)
        let listing = try agent.welcomedClient().ask(.policyListing(.init())).reply.policyListing
        let app = try #require(listing.apps.first { $0.path == "/usr/bin/mail" })
        #expect(app.groups == ["com.example.mail"])
        #expect(app.strength == "system")
        #expect(app.registeredBy.contains("list"))
    }

    // MARK: - A real agent

    private static let isAllowed = isRoot && ProcessInfo.processInfo.environment["CHATELAINE_TEST_GLOBAL"] == "1"

    /// With the directories of the machine, and a program that root alone can change.
    @Test(.enabled(if: isAllowed, "needs root and CHATELAINE_TEST_GLOBAL=1: writes below /etc and /usr/lib"))
    func aRealAgentReadsTheListsOfTheMachine() throws {
        let files = FileManager.default
        let name = "chatelaine-test-\(UUID().uuidString)"
        let (place, lists) = ("/usr/lib/" + name, SystemLists.directories[0])
        let made = ["/etc/chatelaine", lists].filter { !files.fileExists(atPath: $0) }
        defer {
            for path in [place, lists + "/\(name).entitlements"] + made.reversed() {
                try? files.removeItem(atPath: path)
            }
        }
        for path in [place, lists] {
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        let program = place + "/KeychainTutorial"
        try ChildProcess.copy(Built.tutorial, to: program)
        chmod(program, 0o755)
        try write(name + ".entitlements", for: program, ["com.example.listed"], in: lists)
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        #expect(try AgentProcess.run(program, ["store"], home: agent.home).status == 0)
        let apps = try agent.run("apps").text
        #expect(apps.contains("\(program)\tsystem\tcom.example.listed\n"), "\(apps)")
        #expect(try !agent.run("status").text.contains(name))
        chmod(lists + "/\(name).entitlements", 0o666)
        #expect(try agent.run("status").text.contains("\(name).entitlements” is ignored"))
    }
}
