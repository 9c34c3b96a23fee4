import Foundation
import Glibc
import PasswordManagerTesting
import Testing

@testable import AppExtensions

@Suite struct ManifestTests {
    private func parse(_ text: String) throws -> Manifest { try Manifest(Data(text.utf8)) }

    private func manifest(_ change: (inout [String: Any]) -> Void) throws -> Manifest {
        var entries: [String: Any] = [
            "name": "toy", "title": "Toy", "icon": "org.example.toy", "feature": Manifest.feature, "protocol": 1,
            "sockets": ["$XDG_RUNTIME_DIR/toy.socket"],
        ]
        change(&entries)
        return try Manifest(try JSONSerialization.data(withJSONObject: entries))
    }

    @Test func everyKeyIsRead() throws {
        let manifest = try parse(
            TestDesktop.manifest(
                "toy", sockets: ["/run/toy/socket", "$TOY_HOME/a b/socket"],
                #", "start": {"unit": "toy@1.socket"}, "x": []"#))
        #expect(manifest.name == "toy" && manifest.title == "Toy" && manifest.icon == "org.example.toy")
        #expect(manifest.sockets.map(\.variable) == [nil, "TOY_HOME"])
        #expect(manifest.sockets.map(\.rest) == ["/run/toy/socket", "/a b/socket"])
        #expect(manifest.start == .unit("toy@1.socket"))
    }

    @Test func titleIconAndStartNeedNotBeThere() throws {
        let manifest = try manifest { for key in ["title", "icon"] { $0[key] = nil } }
        #expect(manifest.title == "toy" && manifest.icon == nil && manifest.start == nil)
    }

    @Test(arguments: [
        "", "[]", "null", "{", "\u{0}", #"{"name": "toy"}"#, String(repeating: "[", count: 10_000),
        #"{"name": "toy", "feature": "org-appextension-feature-password-management", "protocol": 2, "sockets": ["/s"]}"#,
        #"{"name": "toy", "feature": "org-appextension-feature-web", "protocol": 1, "sockets": ["/s"]}"#,
    ])
    func malformedManifestIsRefused(text: String) { #expect(throws: ManifestError.self) { try parse(text) } }

    @Test func aManifestMayHave64KiB() throws {
        let text = TestDesktop.manifest("toy")
        let most = Manifest.mostBytes - text.utf8.count
        #expect(throws: Never.self) { try parse(text + String(repeating: " ", count: most)) }
        #expect(throws: ManifestError.self) { try parse(text + String(repeating: " ", count: most + 1)) }
    }

    @Test(arguments: [
        "", "Toy", "toy manager", "../toy", ".toy", "-toy", "toy\n", "tøy", String(repeating: "t", count: 65),
    ])
    func namesAreOfFewCharacters(name: String) {
        #expect(throws: ManifestError.self) { try manifest { $0["name"] = name } }
    }

    @Test(arguments: ["", "a\nb", "a\u{202E}b", "a\u{200B}b", String(repeating: "t", count: 257)])
    func textsCanBeSeenAndAreNotLong(text: String) {
        #expect(throws: ManifestError.self) { try manifest { $0["title"] = text } }
        #expect(throws: ManifestError.self) { try manifest { $0["icon"] = text } }
    }

    @Test(arguments: [
        "", "toy.socket", "~/toy.socket", "$XDG_RUNTIME_DIR", "$XDG_RUNTIME_DIRtoy", "${HOME}/s", "$home/s", "$/s",
        "$1A/s",
        "/a/../s", "/a/./s", "/a//s", "/a/", "/", "/a/$HOME/s", "/a\u{0}b", "$A B/s",
        "/" + String(repeating: "s", count: 512),
    ])
    func socketsAreAbsolutePathsOrBeginWithAVariable(path: String) {
        #expect(throws: ManifestError.self) { try manifest { $0["sockets"] = [path] } }
    }

    @Test func thereAreOneToEightSockets() throws {
        #expect(throws: ManifestError.self) { try manifest { $0["sockets"] = [String]() } }
        #expect(throws: ManifestError.self) { try manifest { $0["sockets"] = "/s" } }
        #expect(throws: ManifestError.self) { try manifest { $0["sockets"] = Array(repeating: "/s", count: 9) } }
        #expect(try manifest { $0["sockets"] = Array(repeating: "/s", count: 8) }.sockets.count == 8)
    }

    /// They become arguments of a program.
    @Test(arguments: [
        ["unit": "--now.service"], ["unit": "a b.service"], ["unit": "toy.target"], ["unit": "a/b.service"],
        ["unit": ""],
        ["bus-name": "toy"], ["bus-name": ":1.5"], ["bus-name": "--x.y"], ["bus-name": "org..toy"],
        ["bus-name": "org.1toy"],
        ["command": "/bin/sh"], [:], ["unit": "a.service", "bus-name": "org.example.toy"],
    ])
    func managerIsStartedByUnitOrBusName(start: [String: String]) {
        #expect(throws: ManifestError.self) { try manifest { $0["start"] = start } }
    }

    @Test func aNameOnTheBusCanBeStarted() throws {
        #expect(try manifest { $0["start"] = ["bus-name": "org.example.Toy_1"] }.start == .busName("org.example.Toy_1"))
    }
}

@Suite struct ManifestFileTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private var files: ManifestFiles { ManifestFiles(in: desktop.managerEnvironment.directories.allData) }

    @Test func theUsersOwnDirectoryComesFirst() throws {
        try desktop.write(TestDesktop.manifest("one", sockets: ["/own"]), to: "data/password-managers/one.json")
        try desktop.write(TestDesktop.manifest("two", sockets: ["/two"]), to: "shared/password-managers/two.json")
        // The same file, and the same name in another one, further down.
        try desktop.write(TestDesktop.manifest("three"), to: "more/password-managers/one.json")
        try desktop.write(TestDesktop.manifest("two", sockets: ["/other"]), to: "more/password-managers/zwei.json")
        try desktop.write(TestDesktop.manifest("four"), to: "more/password-managers/four.txt")
        #expect(files.manifests.map(\.name) == ["one", "two"])
        #expect(files.manifests.map { $0.sockets[0].rest } == ["/own", "/two"])
        #expect(files.skipped.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to give files away"))
    func aManifestOfAnotherUserIsSkipped() throws {
        let directory = "data/password-managers/"
        for name in ["foreign", "own"] {
            try desktop.write(TestDesktop.manifest(name), to: directory + name + ".json")
        }
        try #require(chown(desktop(directory + "foreign.json"), 65534, 65534) == 0)
        #expect(files.manifests.map(\.name) == ["own"])
        #expect(files.skipped.count == 1)
    }

    @Test func hostileFilesAreSkippedWithAReason() throws {
        let directory = "data/password-managers/"
        try desktop.write(TestDesktop.manifest("group"), to: directory + "a-group.json", mode: 0o620)
        try desktop.write(TestDesktop.manifest("others"), to: directory + "b-others.json", mode: 0o602)
        try desktop.write(String(repeating: " ", count: 70_000), to: directory + "c-long.json")
        mkfifo(desktop(directory + "d-pipe.json"), 0o600)
        try FileManager.default.createDirectory(
            atPath: desktop(directory + "e-directory.json"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: desktop(directory + "f-endless.json"), withDestinationPath: "/dev/zero")
        try FileManager.default.createSymbolicLink(
            atPath: desktop(directory + "g-nowhere.json"), withDestinationPath: "/nowhere")
        try desktop.write("{}", to: directory + "h-empty.json")
        try desktop.write(TestDesktop.manifest("good"), to: directory + "z-good.json")
        #expect(files.manifests.map(\.name) == ["good"])
        #expect(
            files.skipped.map { String($0.path.suffix(12).prefix { $0 != "." }).isEmpty }
                == Array(repeating: false, count: 8))
        #expect(files.skipped.allSatisfy { !$0.reason.isEmpty })
    }

    /// One that cannot be read hides none.
    @Test func aBrokenFileHidesNone() throws {
        try desktop.write("{", to: "data/password-managers/one.json")
        try desktop.write(TestDesktop.manifest("one"), to: "shared/password-managers/one.json")
        #expect(files.manifests.map(\.name) == ["one"])
    }

    @Test func relativeDirectoriesAreLeftOut() {
        desktop.set("XDG_DATA_HOME", "data")
        desktop.set("XDG_DATA_DIRS", "shared:/usr/share:")
        #expect(desktop.managerEnvironment.directories.allData == [desktop(".local/share"), "/usr/share"])
        desktop.set("HOME", nil)
        desktop.set("XDG_DATA_DIRS", "")
        #expect(desktop.managerEnvironment.directories.allData == ["/usr/local/share", "/usr/share"])
    }
}
