import AgentClient
import ArgumentParser
import BrowserMessages
import Foundation
import Glibc
import LinuxSupport

struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: "Connects browsers with the password manager, and shows and ends pairings.",
        discussion: """
            A browser starts Chatelaine's program for its extension where a manifest tells it to. The first use of each browser profile \
            is confirmed by a code of six digits. See share/doc/chatelaine/browser-messages.md.

            Examples:
              chatelaine browser install
              chatelaine browser list
              chatelaine browser revoke 0123abcd
            """,
        subcommands: [
            InstallCommand.self, UninstallCommand.self, ListCommand.self, RevokeCommand.self, AskCommand.self,
            NeverCommand.self,
        ]
    )

    /// The choice of browsers.
    struct Choice: ParsableArguments {
        @Flag(help: "Chromium.") var chromium = false
        @Flag(help: "Google Chrome.") var chrome = false
        @Flag(help: "Brave.") var brave = false
        @Flag(help: "Microsoft Edge.") var edge = false
        @Flag(help: "Vivaldi.") var vivaldi = false
        @Flag(help: "Firefox.") var firefox = false
        @Flag(help: "LibreWolf.") var librewolf = false
        @Flag(help: "For all users of this machine; as root.") var system = false

        /// The browsers that were named.
        var named: [Browser] {
            [
                chromium ? .chromium : nil, chrome ? .chrome : nil, brave ? .brave : nil, edge ? .edge : nil,
                vivaldi ? .vivaldi : nil, firefox ? .firefox : nil, librewolf ? .librewolf : nil,
            ].compactMap(\.self)
        }

        func manifest(of browser: Browser, host: String) throws -> HostManifest {
            guard system else {
                guard let directory = browser.userDirectory(UserDirectories()) else {
                    throw Failure(.failed, "there is no home directory", remedy: "set HOME")
                }
                return HostManifest(directory: directory, isFirefox: browser.isFirefox, host: host)
            }
            guard geteuid() == 0 else {
                throw Failure.usage("--system is for root", remedy: "repeat it with sudo, or leave --system out")
            }
            guard let directory = browser.systemDirectory else {
                throw Failure.usage(
                    "\(browser.title) has no directory for all users",
                    remedy: "have each user run it without --system")
            }
            return HostManifest(directory: directory, isFirefox: browser.isFirefox, host: host)
        }
    }

    struct InstallCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Lets browsers start Chatelaine: those that are named, or all that are found.")
        @OptionGroup var choice: Choice
        @Flag(help: "Replace a manifest of another program.") var replace = false

        func run() throws {
            guard let host = InstalledProgram.path(of: "chatelaine-browser") else {
                throw Failure(
                    .failed, "the program “chatelaine-browser” is not installed",
                    remedy: "install it with: make install")
            }
            let directories = UserDirectories()
            let found = Browser.allCases.filter { browser in
                let isStarted = browser.profiles(directories).map { access($0, F_OK) == 0 } ?? false
                return isStarted || browser.packages(directories).contains(.ordinary)
            }
            let isSupported = { (browser: Browser) in !choice.system || browser.systemDirectory != nil }
            let browsers = choice.named.isEmpty ? found.filter(isSupported) : choice.named
            guard !browsers.isEmpty else {
                throw Failure(
                    .failed, "no browser was found",
                    remedy: "name the browser, as in: chatelaine browser install --firefox")
            }
            for browser in browsers {
                let manifest = try choice.manifest(of: browser, host: host)
                let isNew = try manifest.write(replacing: replace)
                let path = UntrustedText.forTerminal(manifest.path)
                try StandardStreams.print("\(browser.title): \(path)\(isNew ? "" : " (was there)")")
                if let note = Self.note(browser, directories) { StandardStreams.complain("  \(note)\n") }
            }
        }

        /// What does not work with a browser in a sandbox.
        static func note(_ browser: Browser, _ directories: UserDirectories) -> String? {
            let packages = browser.packages(directories)
            let sandboxes = packages.filter { $0 != .ordinary }.map { $0 == .flatpak ? "Flatpak" : "Snap" }
            guard !sandboxes.isEmpty else { return nil }
            return
                "\(browser.title) as a \(sandboxes.joined(separator: " or ")) starts no programs of the system, and cannot be told "
                + "apart from others by the agent: it does not work with it. Use the browser of the distribution or of its maker."
        }
    }

    struct UninstallCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall",
            abstract: "Removes the manifests: browsers start Chatelaine no more. Pairings stay until they are revoked.")
        @OptionGroup var choice: Choice

        func run() throws {
            let isSupported = { (browser: Browser) in !choice.system || browser.systemDirectory != nil }
            let browsers = choice.named.isEmpty ? Browser.allCases.filter(isSupported) : choice.named
            for browser in browsers {
                let manifest = try choice.manifest(of: browser, host: "")
                // All browsers: a host of another program is not ours to speak of.
                guard !choice.named.isEmpty || manifest.state() != .foreign else { continue }
                guard try manifest.remove() else { continue }
                try StandardStreams.print("\(browser.title): \(UntrustedText.forTerminal(manifest.path)) removed")
            }
        }
    }

    struct RevokeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Ends a pairing: that browser profile gets nothing any more.")
        @Argument(help: "Its id, as “browser list” shows it.") var id: String

        func run() throws { try AgentSession.administration().revokeBrowser(id) }
    }

    struct AskCommand: ParsableCommand {
        /// How often a matching login takes a proof.
        enum Proof: String, ExpressibleByArgument, CaseIterable {
            case session
            case fiveMinutes = "5-minutes"
            case eachTime = "each-time"
        }

        static let configuration = CommandConfiguration(
            commandName: "ask",
            abstract: "Sets how often a browser profile needs the master password or a finger for matching logins.")
        @Argument(help: "Its id, as “browser list” shows it.") var id: String
        @Argument(help: "session (once until the vault is locked), 5-minutes or each-time.") var proof: Proof
        @OptionGroup var options: AgentOptions

        func run() throws { try options.perform { try $0.setProof(proof.rawValue, ofBrowser: id) } }
    }

    struct NeverCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "never",
            abstract: "Has a browser profile offer to save nothing at a site. “browser list --json” shows these sites.")
        @Argument(help: "Its id, as “browser list” shows it.") var id: String
        @Argument(help: "The site, as in: example.com.") var site: String
        @Flag(help: "Offer it again.") var remove = false

        func run() throws { try AgentSession.administration().setNever(site, isRemoved: remove, ofBrowser: id) }
    }
}
