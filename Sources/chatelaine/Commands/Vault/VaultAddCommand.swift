import ArgumentParser
import LinuxSupport
import PasswordVault

struct VaultAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds an item.",
        discussion: """
            On a terminal, without fields, everything is asked for. Fields are given as NAME=VALUE; website=… and tag=… several \
            times; a field that the kind does not have is made, with NAME:KIND=VALUE of another kind than text, with \
            SECTION/NAME=VALUE in a section.

            Secrets are asked for, or are lines of standard input: the master password (with --password-stdin), those of --secret, \
            that of --otp, and then all that is left for --notes. A login and a password get their password, before the notes, a note its \
            notes, unless something else is said.

            Examples:
              chatelaine vault add
              chatelaine vault add "My bank" username=maria website=https://bank.example --generate
              chatelaine vault add "My bank" username=maria --qr setup.png < password.txt
              chatelaine vault add Visa --kind card cardholder="M. Muster" expiry=2029-05 --secret number --secret verification
            """
    )

    @Argument(help: "The title, and fields as NAME=VALUE.") var words: [String] = []
    @Option(
        help: "What it is: \(ItemKind.all.map(\.name).joined(separator: ", ")).",
        completion: .list(ItemKind.all.map(\.name)), transform: KindArgument.parse)
    var kind = ItemKind.login
    @Flag(help: "Put it among the favourites.") var favourite = false
    @Flag(help: "Ask for no secret that was not named.") var noSecret = false
    @OptionGroup var secrets: ItemSecretOptions
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        guard kind != .passkey else { throw Failure.passkeysAreImported }
        var item = VaultItem(kind, title: title ?? "")
        for field in try fields.map(FieldArgument.parse) { try field.apply(to: &item) }
        item.isFavourite = favourite
        let isInteractive = fields.isEmpty && !secrets.isGiven && !noSecret && StandardInput.isTerminal
        guard isInteractive || !item.title.isEmpty else {
            throw Failure.usage("the item has no title", remedy: "give it one: chatelaine vault add TITLE NAME=VALUE …")
        }
        let vault = try VaultSession.unlocked(options).vault
        if isInteractive {
            try ItemQuestions(MasterPassword.terminal()).ask(for: &item)
        } else {
            try secrets.apply(to: &item) { try askForUsualSecret(of: &$0) }
        }
        item = try vault.save(item)
        guard !json else { return try VaultJSON.print(done: "added", item) }
        StandardStreams.complain("added \(UntrustedText.forTerminal(item.title)) (\(item.id.text))\n")
    }

    /// The first word, unless it is `NAME=VALUE`.
    private var title: String? { words.first.flatMap { $0.contains("=") ? nil : $0 } }
    private var fields: ArraySlice<String> { title == nil ? words[...] : words.dropFirst() }

    /// Asks for the secret without which an item of this kind would be of no use.
    private func askForUsualSecret(of item: inout VaultItem) throws {
        guard !noSecret, secrets.secret.isEmpty, !secrets.generate else { return }
        switch kind {
        case .login, .password: try SecretIntake.ask(for: "password", into: &item)
        case .secureNote where !secrets.notes: item.notes = try SecretIntake.notes()
        default: break
        }
    }
}

/// The questions for the fields with which an item of its kind begins.
struct ItemQuestions: ~Copyable {
    private let terminal: Terminal

    init(_ terminal: consuming Terminal) { self.terminal = terminal }

    func ask(for item: inout VaultItem) throws {
        while item.title.isEmpty { item.title = try terminal.line(answering: "Title: ") }
        for field in item.fields { try ask(for: field, of: &item) }
        if item.kind == .login {
            while true {
                let website = try terminal.line(answering: "Website (empty: no more): ")
                if website.isEmpty { break }
                item.websites.append(SavedWebsite(website))
            }
        }
        for tag in try terminal.line(answering: "Tags (with commas between): ").split(separator: ",") {
            item.add(tag: String(tag))
        }
        if item.kind == .secureNote { item.notes = try SecretIntake.notes() }
    }

    private func ask(for field: Field, of item: inout VaultItem) throws {
        while true {
            do {
                return try askOnce(for: field, of: &item)
            } catch let failure as Failure where failure.status == .usage {
                StandardStreams.complain("\(UntrustedText.forTerminal(failure.reason))\n")
            } catch let error as OneTimeCodeError {
                StandardStreams.complain("\(error.reason)\n")
            }
        }
    }

    private func askOnce(for field: Field, of item: inout VaultItem) throws {
        switch field.kind {
        case .oneTimeCode:
            let text = try terminal.secret("One-time code, its secret or otpauth address (empty: none): ")
            guard text.count > 0 else { return }
            try FieldCheck.checkOneTimeCode(text)
            item[field.id] = .secret(Secret(text))
        case .concealed where field.id == "password":
            let password = try terminal.newSecret("Password (empty: generate one): ", takesEmpty: true)
            guard password.count == 0 else { return item[field.id] = .secret(Secret(password)) }
            let made = try PasswordGenerator().password(RandomPasswordOptions())
            StandardStreams.complain("a password was generated: \(made.entropy.text)\n")
            item[field.id] = .secret(Secret(made.takeSecret()))
        case .passkey: return
        case .concealed, .unknown(number: _, isSecret: true):
            item[field.id] = .secret(Secret(try terminal.secret("\(field.label.capitalizedFirst) (empty: none): ")))
        case .text, .email, .url, .date, .monthYear, .telephone, .address, .menu, .unknown(number: _, isSecret: false):
            let value = try terminal.line(answering: "\(field.label.capitalizedFirst): ")
            try FieldCheck.check(value, of: field)
            item[field.id] = .text(value)
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
