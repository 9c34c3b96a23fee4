import ArgumentParser
import Foundation
import Glibc
import LinuxSupport
import PasswordVault
import VaultHealth

struct VaultHealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Says which passwords are weak, reused, leaked or old, and what else to change.",
        discussion: """
            Nothing is sent anywhere without --online or --fetch-breaches. With --online, the server is told the first five digits of \
            the SHA-1 of each password and nothing else. Ends with 3 if there are findings that are not ignored. If standard output is \
            not a terminal, each line has kind, vault, id, title and reason, separated by tabs.

            Examples:
              chatelaine vault health
              chatelaine vault health --all --online
              chatelaine vault health --hashes pwned-passwords-sha1-ordered-by-hash.txt --kind leaked --kind weak
              chatelaine vault health --ignore "My bank" --kind old
            """
    )

    @Option(
        name: .customLong("vault"), help: "A vault. May be given several times.", completion: VaultCompletion.vaults)
    var names: [String] = []
    @Flag(help: "All vaults together.") var all = false
    @Option(
        help: "One kind of findings only: \(FindingKind.names). May be given several times.",
        completion: .list(FindingKind.allCases.map(\.rawValue)), transform: FindingKind.parse)
    var kind: [FindingKind] = []
    @Flag(help: "Findings that are ignored too.") var allFindings = false
    @OptionGroup(title: "Leaked Passwords") var leaks: LeakOptions
    @Option(help: "The age in days from which a password is old.") var oldAfter = HealthOptions().oldAfterDays
    @Option(
        help: "Ignore findings of --kind about this item from now on, in place of a report.",
        completion: VaultCompletion.items)
    var ignore: String?
    @Option(help: "No longer ignore findings of --kind about this item.", completion: VaultCompletion.items)
    var unignore: String?
    @Flag(help: .vaultJSON) var json = false
    @Flag(
        help: "Always read the master password from the first line of standard input; with several vaults, a line each."
    )
    var passwordStdin = false

    func validate() throws {
        guard !all || names.isEmpty else { throw ValidationError("--all and --vault exclude each other.") }
        guard (1...36_500).contains(oldAfter) else { throw ValidationError("--old-after is 1 to 36500.") }
        guard ignore == nil || unignore == nil else {
            throw ValidationError("--ignore and --unignore exclude each other.")
        }
        guard (ignore ?? unignore) == nil || !kind.isEmpty else {
            throw ValidationError("Say what is ignored with --kind: \(FindingKind.names).")
        }
        guard (ignore ?? unignore) == nil || (!all && names.count < 2) else {
            throw ValidationError("Name the one vault that has the item with --vault.")
        }
    }

    func run() throws {
        let vaults = try VaultSession.unlocked(names, all: all, passwordStdin: passwordStdin)
        if let name = ignore ?? unignore { return try change(name, in: vaults) }
        let source = try leaks.source(isForPeople: !json)
        var options = HealthOptions()
        (options.oldAfterDays, options.breaches) = (oldAfter, try leaks.knownBreaches())
        var isComplete = true
        let items = try ActivityIndicator.run(for: "reading") {
            try vaults.flatMap { vault in
                isComplete = try vault.isComplete() && isComplete
                return try vault.overviews(VaultFilter(place: .active), limit: .max).map {
                    HealthItem(try vault.item($0.id), vault: vault.name)
                }
            }
        }
        let report = try HealthReport(of: items, options: options, leaks: source)
        let shown = report.findings.filter {
            (allFindings || !$0.isIgnored) && (kind.isEmpty || kind.contains($0.kind))
        }
        try HealthOutput.print(shown, itemCount: report.itemCount, isComplete: isComplete, json: json)
        if !isComplete { try vaults.forEach { try ListCompleteness(of: $0).check() } }
        if shown.contains(where: { !$0.isIgnored }) { throw ExitCode(ExitStatus.findings.rawValue) }
    }

    private func change(_ name: String, in vaults: [any VaultService]) throws {
        guard let vault = vaults.first else { return }
        var item = try ItemFinder.item(name, in: vault, isChange: true)
        let kinds = kind.map(\.rawValue)
        if ignore != nil { item.ignoredFindings.formUnion(kinds) } else { item.ignoredFindings.subtract(kinds) }
        let saved = try vault.save(item)
        let done = ignore != nil ? "ignored" : "no longer ignored"
        guard !json else { return try VaultJSON.print(done: done, saved) }
        try StandardStreams.print("\(UntrustedText.forTerminal(saved.title)): \(kinds.joined(separator: ", ")) \(done)")
    }
}

/// The options that say what leaked passwords and break-ins are looked up in.
struct LeakOptions: ParsableArguments {
    @Flag(help: "Ask a server for leaked passwords, by five digits of their hashes.") var online = false
    @Option(help: "The address of the server, in place of \(RangeQuery.usualAddress)") var rangeUrl: String?
    @Option(
        help: "A file of SHA-1 hashes of leaked passwords, ordered by hash, to search without a network.",
        completion: .file())
    var hashes: String?
    @Option(help: "A file of known break-ins, in the form of breaches of Have I Been Pwned.", completion: .file())
    var breaches: String?
    @Flag(help: "Get the list of known break-ins from \(Self.breachList)") var fetchBreaches = false

    static let breachList = "https://haveibeenpwned.com/api/v3/breaches"

    func validate() throws {
        guard rangeUrl == nil || online else { throw ValidationError("--range-url needs --online.") }
        guard !online || hashes == nil else { throw ValidationError("--online and --hashes exclude each other.") }
        guard !fetchBreaches || breaches == nil else {
            throw ValidationError("--fetch-breaches and --breaches exclude each other.")
        }
    }

    func source(isForPeople: Bool) throws -> (any LeakSource)? {
        if let hashes { return try HashFile(path: hashes) }
        guard online else { return nil }
        let isShown = isForPeople && isatty(STDERR_FILENO) == 1
        return try RangeQuery(address: rangeUrl ?? RangeQuery.usualAddress) { done, count in
            guard isShown, done % 10 == 0 || done == count else { return }
            StandardStreams.complain("\rasking for leaked passwords: \(done) of \(count)" + (done == count ? "\n" : ""))
        }
    }

    func knownBreaches() throws -> [Breach] {
        if let breaches { return try Breach.list(fileAt: breaches) }
        guard fetchBreaches else { return [] }
        return try Breach.list(WebClient().get(Self.breachList, atMost: Breach.mostBytes))
    }
}

extension FindingKind {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    static func parse(_ name: String) throws -> FindingKind {
        guard let kind = FindingKind(rawValue: name) else {
            throw ValidationError("There is no kind “\(name)”; there are \(names).")
        }
        return kind
    }
}
