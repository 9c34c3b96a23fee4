import ArgumentParser
import Foundation
import LinuxSupport
import PasswordVault
import Secrets

/// The secrets that an item is to get, and their sources.
///
/// If standard input is not a terminal, each secret is a line of it, in the order of the options here; the notes are all that is left.
struct ItemSecretOptions: ParsableArguments {
    @Option(
        help: .repeated("A field whose secret is asked for; a new one is concealed.", "field"),
        completion: VaultCompletion.fields)
    var secret: [String] = []
    @Flag(help: "Ask for the secret of one-time codes, or its otpauth address.") var otp = false
    @Option(help: "Take the secret of one-time codes from a picture of a QR code.", completion: .file())
    var qr: String?
    @Flag(help: "Ask for the notes.") var notes = false
    @Flag(help: "Generate a password.") var generate = false
    @OptionGroup(title: "Generating a password") var generator: GeneratorOptions

    func validate() throws {
        // The text is not repeated: what follows the sign is a secret, and errors end up in logs.
        guard !secret.contains(where: { $0.contains("=") }) else {
            throw ValidationError(
                "--secret takes the name of a field alone: every program of this machine can read arguments. "
                    + "The secret is asked for, or read from standard input.")
        }
        guard generate || !generator.isGiven else {
            throw ValidationError("Options about generating a password go with --generate.")
        }
        guard !otp || qr == nil else { throw ValidationError("--otp and --qr exclude each other.") }
        guard !generate || !secret.contains("password") else {
            throw ValidationError("--generate and --secret password exclude each other.")
        }
    }

    var isGiven: Bool { !secret.isEmpty || otp || qr != nil || notes || generate }

    /// Asks for the secrets that the options name, and sets them in the item.
    ///
    /// - Parameter askFurther: asks for other secrets, before the notes, which take all that is left of standard input.
    func apply(to item: inout VaultItem, askFurther: (inout VaultItem) throws -> Void = { _ in }) throws {
        if generate { try setGenerated(in: &item) }
        for name in secret { try SecretIntake.ask(for: name, into: &item) }
        if otp { try SecretIntake.askForOneTimeCode(into: &item) }
        if let qr {
            let text = try QRCodeReader.read(imageAt: qr)
            try FieldCheck.checkOneTimeCode(text)
            SecretIntake.setOneTimeCode(Secret(text), in: &item)
        }
        try askFurther(&item)
        if notes { item.notes = try SecretIntake.notes() }
    }

    private func setGenerated(in item: inout VaultItem) throws {
        let password = try generator.make()
        StandardStreams.complain("generated a password of \(password.entropy.text)\n")
        SecretIntake.set(Secret(password.takeSecret()), of: "password", in: &item)
    }
}

/// Secrets of an item, from a prompt or from standard input.
enum SecretIntake {
    static func ask(for name: String, into item: inout VaultItem) throws {
        let field = try FieldFinder.find(name, in: item)
        if let field, !field.kind.isSecret {
            throw Failure.usage("“\(name)” is not a secret", remedy: "give it as an argument: \(name)=VALUE")
        }
        guard field?.kind.isShown != false else { throw Failure.passkeysAreImported }
        guard field?.kind.makesOneTimeCodes != true else { return try askForOneTimeCode(into: &item) }
        let secret = try read(name)
        guard let field else { return set(secret, of: name, in: &item) }
        item[field.id] = .secret(secret)
    }

    /// Sets the secret of a field. A field that does not exist is created.
    static func set(_ secret: Secret, of name: String, in item: inout VaultItem) {
        if item[name] != nil || item.kind.fields.contains(where: { $0.id == name }) {
            item[name] = .secret(secret)
        } else {
            item.add(Field(label: name, kind: .concealed, value: .secret(secret)), section: nil)
        }
    }

    static func askForOneTimeCode(into item: inout VaultItem) throws {
        let text = try line("Secret of the one-time codes, or otpauth address: ", of: "the secret of one-time codes")
        try FieldCheck.checkOneTimeCode(text)
        setOneTimeCode(Secret(text), in: &item)
    }

    static func setOneTimeCode(_ secret: Secret, in item: inout VaultItem) {
        if let field = item.allFields.first(where: { $0.kind.makesOneTimeCodes }) {
            item[field.id] = .secret(secret)
        } else {
            item.fields.append(
                Field(id: "one-time-code", label: "one-time code", kind: .oneTimeCode, value: .secret(secret)))
        }
    }

    /// Reads the notes: all that is left of standard input, or a line that the user types.
    static func notes() throws -> Secret {
        guard StandardInput.isTerminal, let terminal = Terminal() else {
            return Secret(SecretBytes(copying: try StandardInput.secret()))
        }
        return Secret(try terminal.secret("Notes, one line (several: chatelaine vault edit): "))
    }

    private static func read(_ name: String) throws -> Secret {
        let name = UntrustedText.forTerminal(name)
        guard StandardInput.isTerminal, let terminal = Terminal() else { return Secret(try input("“\(name)”")) }
        return Secret(try terminal.newSecret("New \(name): "))
    }

    private static func line(_ prompt: String, of expected: String) throws -> SecretBytes {
        guard StandardInput.isTerminal, let terminal = Terminal() else { return try input(expected) }
        return try terminal.secret(prompt)
    }

    private static func input(_ expected: String) throws -> SecretBytes {
        try StandardInput.line(
            of: expected, remedy: "write each secret to a line of standard input, or leave it out with --no-secret")
    }
}
