import Foundation
import Glibc
import TestSupport
import Testing

/// The manifests by which browsers find the native host (Docs/command-line.md, "Browsers").
@Suite struct BrowserManifestTests {
    private let tool: CommandLineTool
    private let home: TemporaryDirectory

    init() throws {
        tool = try CommandLineTool()
        home = try TemporaryDirectory(mode: 0o700)
        tool.environment = ["HOME": home.path, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil]
    }

    private static let name = "org.chatelaine.browser.json"

    private func document(_ directory: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: home("\(directory)/\(Self.name)")))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func states() throws -> [String: String] {
        let output = try tool.run("browser", "list", "--json")
        let object = try JSONSerialization.jsonObject(with: output.bytes) as? [String: Any]
        let browsers = try #require(object?["browsers"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: browsers.map { ($0["name"] as? String ?? "", $0["user"] as? String ?? "") })
    }

    @Test(arguments: [
        ("chromium", ".config/chromium/NativeMessagingHosts"),
        ("chrome", ".config/google-chrome/NativeMessagingHosts"),
        ("brave", ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts"),
        ("edge", ".config/microsoft-edge/NativeMessagingHosts"), ("vivaldi", ".config/vivaldi/NativeMessagingHosts"),
        ("firefox", ".mozilla/native-messaging-hosts"), ("librewolf", ".librewolf/native-messaging-hosts"),
    ])
    func eachBrowserHasItsPlaceAndForm(browser: String, directory: String) throws {
        let output = try tool.run("browser", "install", "--\(browser)")
        #expect(output.status == 0 && output.text.contains("\(directory)/\(Self.name)"), "\(output.complaint)")
        let manifest = try document(directory)
        #expect(manifest["name"] as? String == "org.chatelaine.browser" && manifest["type"] as? String == "stdio")
        #expect(manifest["path"] as? String == BuiltPrograms.path("chatelaine-browser"))
        if browser == "firefox" || browser == "librewolf" {
            #expect(manifest["allowed_extensions"] as? [String] == ["browser@chatelaine.org"])
            #expect(manifest["allowed_origins"] == nil)
        } else {
            let origins = try #require(manifest["allowed_origins"] as? [String])
            #expect(origins.count == 1 && origins[0].hasPrefix("chrome-extension://") && origins[0].hasSuffix("/"))
            #expect(manifest["allowed_extensions"] == nil)
        }
        #expect(try states()[browser] == "current")
        let removed = try tool.run("browser", "uninstall", "--\(browser)")
        #expect(removed.status == 0 && removed.text.contains("removed"))
        #expect(try states()[browser] == "absent")
        #expect(try tool.run("browser", "uninstall", "--\(browser)").text.isEmpty)
    }

    @Test func aSecondTimeChangesNothing() throws {
        let path = home(".mozilla/native-messaging-hosts/\(Self.name)")
        #expect(try tool.run("browser", "install", "--firefox").status == 0)
        var (before, after) = (stat(), stat())
        #expect(stat(path, &before) == 0 && before.st_mode & 0o777 == 0o644)
        let second = try tool.run("browser", "install", "--firefox")
        #expect(second.status == 0 && second.text.contains("was there"))
        #expect(stat(path, &after) == 0 && before.st_ino == after.st_ino)
        // No file is left beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home(".mozilla/native-messaging-hosts")).count == 1)
    }

    @Test func whatIsFoundIsInstalled() throws {
        mkdir(home(".config"), 0o755)
        mkdir(home(".config/vivaldi"), 0o755)
        let output = try tool.run("browser", "install")
        #expect(output.status == 0 && output.text.contains("Vivaldi: "), "\(output.complaint)")
        #expect(!output.text.contains("LibreWolf"))
    }

    @Test func anOlderManifestOfOursIsBroughtUpToDate() throws {
        let directory = home(".mozilla/native-messaging-hosts")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let old = #"{"name": "org.chatelaine.browser", "path": "/opt/old/libexec/chatelaine/chatelaine-browser"}"#
        try old.write(toFile: directory + "/" + Self.name, atomically: true, encoding: .utf8)
        #expect(try states()["firefox"] == "outdated")
        #expect(try tool.run("browser", "install", "--firefox").status == 0)
        #expect(try states()["firefox"] == "current")
    }

    /// It may be another password manager's, or an attack: it is not overwritten unseen.
    @Test(arguments: [#"{"name": "org.chatelaine.browser", "path": "/opt/other/host"}"#, "no JSON", ""])
    func aManifestOfAnotherProgramStays(text: String) throws {
        let directory = home(".mozilla/native-messaging-hosts")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let path = directory + "/" + Self.name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try states()["firefox"] == "foreign")
        let refused = try tool.run("browser", "install", "--firefox")
        #expect(refused.status == 1 && refused.complaint.contains("--replace"))
        #expect(try tool.run("browser", "uninstall", "--firefox").status == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try tool.run("browser", "install", "--firefox", "--replace").status == 0)
        #expect(try states()["firefox"] == "current")
    }

    @Test func linksAreNotFollowed() throws {
        let directory = home(".mozilla/native-messaging-hosts")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let target = home("target")
        try "kept".write(toFile: target, atomically: true, encoding: .utf8)
        #expect(symlink(target, directory + "/" + Self.name) == 0)
        let refused = try tool.run("browser", "install", "--firefox", "--replace")
        #expect(refused.status == 1 && refused.complaint.contains("symbolic link"))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
        // The directory itself.
        mkdir(home("elsewhere"), 0o755)
        #expect(mkdir(home(".librewolf"), 0o755) == 0)
        #expect(symlink(home("elsewhere"), home(".librewolf/native-messaging-hosts")) == 0)
        #expect(try tool.run("browser", "install", "--librewolf").complaint.contains("symbolic link"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home("elsewhere")).isEmpty)
    }

    @Test func aDirectoryThatOthersCanWriteToIsRefused() throws {
        let directory = home(".mozilla/native-messaging-hosts")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        chmod(directory, 0o777)
        let refused = try tool.run("browser", "install", "--firefox")
        #expect(refused.status == 1 && refused.complaint.contains("others can write"))
        guard geteuid() == 0 else { return }
        chmod(directory, 0o755)
        chown(directory, 1, 1)
        #expect(try tool.run("browser", "install", "--firefox").status == 1)
    }

    @Test func withoutADirectoryForAllUsersItSaysSo() throws {
        let refused = try tool.run("browser", "install", "--librewolf", "--system")
        #expect(refused.status == 2 && refused.complaint.contains(geteuid() == 0 ? "no directory" : "root"))
    }
}
