import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import LinuxSupport

extension BrowserCommand {
    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the browsers that are found, their manifests, and the paired browser profiles.")
        @Flag(help: .json) var json = false

        private struct Row {
            let browser: Browser
            let packages: [Browser.Package]
            let user: HostManifest.State
            let system: HostManifest.State?
        }

        func run() throws {
            let directories = UserDirectories()
            let host = InstalledProgram.path(of: "chatelaine-browser") ?? ""
            let rows = Browser.allCases.map { browser in
                func state(_ directory: String?) -> HostManifest.State? {
                    directory.map { HostManifest(directory: $0, isFirefox: browser.isFirefox, host: host).state() }
                }
                return Row(
                    browser: browser, packages: browser.packages(directories),
                    user: state(browser.userDirectory(directories)) ?? .absent, system: state(browser.systemDirectory))
            }
            // Without an agent there is nothing that could be paired.
            let pairings = try AgentAdministration()?.browserPairings() ?? []
            guard !json else { return try printJSON(rows, pairings) }
            var text = ""
            for row in rows where !row.packages.isEmpty || row.user != .absent || row.system ?? .absent != .absent {
                let packages = row.packages.map(\.rawValue).joined(separator: ", ")
                let fields = [row.browser.rawValue, packages, row.user.rawValue, row.system?.rawValue ?? ""]
                text += fields.joined(separator: "\t") + "\n"
                if let note = InstallCommand.note(row.browser, directories) { StandardStreams.complain(note + "\n") }
            }
            for pairing in pairings {
                let fields = [
                    "paired", pairing.id, pairing.name, pairing.browser, pairing.strength, pairing.extension,
                    pairing.date, pairing.proof,
                ]
                text += fields.map { UntrustedText.forTerminal($0) }.joined(separator: "\t") + "\n"
            }
            try StandardStreams.write(text)
        }

        private func printJSON(_ rows: [Row], _ pairings: [WireBrowserPairingList.Pairing]) throws {
            let browsers = rows.map { row in
                JSONText.object([
                    ("name", .string(row.browser.rawValue)),
                    ("packages", .array(row.packages.map { .string($0.rawValue) })),
                    ("user", .string(row.user.rawValue)), ("system", JSONText(row.system?.rawValue)),
                ])
            }
            let paired = pairings.map { pairing in
                JSONText.object([
                    ("id", .string(pairing.id)), ("name", .string(pairing.name)), ("browser", .string(pairing.browser)),
                    ("strength", .string(pairing.strength)), ("extension", .string(pairing.extension)),
                    ("created", .string(pairing.date)), ("proof", .string(pairing.proof)),
                    ("never", .array(pairing.nevers.map { .string($0) })),
                ])
            }
            try JSONText.print([("browsers", .array(browsers)), ("pairings", .array(paired))])
        }
    }
}

extension WireBrowserPairingList.Pairing {
    fileprivate var date: String { DateText.text(Date(timeIntervalSince1970: Double(created))) }
}
