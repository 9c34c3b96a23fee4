import AppTesting
import Foundation
import KeychainServices
import Testing

/// What desktops, software centres and the agent are told of the apps.
@Suite struct DescriptionTests {
    private static func isInstalled(_ name: String) -> Bool { access("/usr/bin/\(name)", X_OK) == 0 }

    @Test(arguments: InstalledApp.all) func allFilesMeanTheSameProgram(app: InstalledApp) throws {
        let entry = try app.entry()
        #expect(entry["Name"] == app.title)
        for key in ["Exec", "TryExec", "StartupWMClass"] { #expect(entry[key] == app.command, "\(key)") }
        #expect(entry["Icon"] == app.id)

        let info = try XMLTree(app.text(".metainfo.xml"))
        #expect(info["id"].map(\.text) == [app.id])
        #expect(info["name"].first?.text == app.title)
        #expect(info["launchable"].map(\.text) == ["\(app.id).desktop"])
        #expect(info["icon"].map(\.text) == [app.id])
        #expect(info["binary"].map(\.text) == [app.command])
        #expect(info["category"].map { $0.text + ";" }.joined() == entry["Categories"])
    }

    @Test(.enabled(if: isInstalled("desktop-file-validate")), arguments: InstalledApp.all)
    func desktopsTakeTheEntry(app: InstalledApp) throws {
        let (output, status) = try ChildProcess.run(["desktop-file-validate", app.path(".desktop")])
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test(.enabled(if: isInstalled("appstreamcli")), arguments: InstalledApp.all)
    func softwareCentresTakeTheDescription(app: InstalledApp) throws {
        let (output, status) = try ChildProcess.run([
            "appstreamcli", "validate", "--no-net", "--pedantic", "--no-color", app.path(".metainfo.xml"),
        ])
        #expect(status == 0, "\(output)")
    }

    @Test(arguments: InstalledApp.all) func releasesAndLicenceAreThoseOfTheRepository(app: InstalledApp) throws {
        let info = try XMLTree(app.text(".metainfo.xml"))
        let headings = try String(contentsOfFile: Stage.repository + "/CHANGELOG.md", encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
        #expect(info["release"].count == headings.count)
        for (release, heading) in zip(info["release"], headings) {
            #expect(heading.dropFirst(3).prefix { $0 != "," } == release.attributes["version"] ?? "")
            #expect(heading.hasSuffix(", \(release.attributes["date"] ?? "")"))
            #expect(release.attributes["type"] ?? "stable" == "stable")
        }
        let licence = try String(contentsOfFile: Stage.repository + "/LICENSE", encoding: .utf8)
        #expect(info["project_license"].map { $0.text + " License" } == [String(licence.prefix { $0 != "\n" })])
    }

    // MARK: - Access groups

    /// By the parser that programs and the agent use.
    @Test(arguments: InstalledApp.all) func anAppHasOneGroupThatIsItsOwn(app: InstalledApp) throws {
        let path = app.path(".entitlements")
        #expect(try AccessGroups.of(executable: "/nowhere", entitlements: path).names == [app.id])
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(list["io.github.chatelaine.executable"] as? String == "/usr/libexec/chatelaine/\(app.executable)")
    }

    /// With a program that stores something as soon as it is told to.
    @Test(.enabled(if: Stage.isPossible)) @MainActor func theAgentGivesAnAppItsGroup() throws {
        let stage = try Stage()
        let touchMeIn = try #require(InstalledApp.all.first { $0.name == "TouchMeIn" })
        try stage.install(touchMeIn.path(".entitlements"), named: "TutorialStep2.entitlements")
        let app = try stage.open("TutorialStep2")
        _ = try app.find(nil, "Start by creating a username and password.")
        try app.enter("kim", into: "Username")
        try app.type("four words and a dog", into: "Password")
        try app.press("Create")
        _ = try app.find("text", "Notes")
        #expect(try stage.chatelaine("apps").contains("/TutorialStep2\tsystem\t\(touchMeIn.id)\n"))
    }

    // MARK: - Sandboxes

    @Test(arguments: InstalledApp.all) func theSandboxReachesTheDisplayAndTheAgentAlone(app: InstalledApp) throws {
        let manifest = try app.text(".yml").split(separator: "\n").map(String.init)
        #expect(manifest.contains("id: \(app.id)"))
        #expect(manifest.contains("command: \(app.command)"))
        let begin = try #require(manifest.firstIndex(of: "finish-args:"))
        let given = manifest[(begin + 1)...].prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("  #") }
        let network = app.needsNetwork ? ["  - --share=network"] : []
        #expect(
            given == ["  - --share=ipc"] + network + [
                "  - --socket=wayland", "  - --socket=fallback-x11",
                "  - --filesystem=xdg-run/chatelaine:ro", "  - --filesystem=/run/chatelaine:ro",
            ])
    }

    /// SwiftPM names the product of an executable after its target.
    @Test(arguments: InstalledApp.all) func theSandboxIsBuiltFromAProductThatThereIs(app: InstalledApp) throws {
        let package = try String(contentsOfFile: Stage.repository + "/Apps/Package.swift", encoding: .utf8)
        let targets = package.matches(of: #/\.executableTarget\(\s*name: "([^"]+)"/#).map { String($0.output.1) }
        let manifest = try app.text(".yml")
        let product = try #require(manifest.firstMatch(of: #/swift build .*--product (\S+) /#)).output.1
        #expect(targets.contains(String(product)), "\(product)")
        let installed = "/app/libexec/chatelaine/\(app.executable)\n"
        #expect(manifest.contains("install -D -m 755 Apps/.build/release/\(product) \(installed)"))
    }
}
