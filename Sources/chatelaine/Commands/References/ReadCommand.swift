import ArgumentParser
import Foundation
import Glibc
import LinuxSupport
import SecretReferences
import Secrets

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Prints what a reference refers to.",
        discussion: """
            A reference is chatelaine://VAULT/ITEM/FIELD, chatelaine://VAULT/ITEM/SECTION/FIELD or \
            chatelaine://keychain/SERVICE/ACCOUNT; ?attribute=otp after it gives the current one-time code. \
            “chatelaine vault show ITEM --reference” prints references.

            Examples:
              chatelaine read chatelaine://personal/Mail/password
              chatelaine read "chatelaine://personal/My bank/one-time-code?attribute=otp"
              chatelaine read chatelaine://team/Deploy/private-key -o key
            """)

    @Argument(help: "The reference.", completion: ReferenceCompletion.references) var reference: String
    @Option(
        name: [.customShort("o"), .customLong("out-file")],
        help: "Write it to a file that only you can read, in place of printing it.", completion: .file())
    var outFile: String?
    @Flag(name: .shortAndLong, help: "No newline after the value.") var noNewline = false
    @Flag(name: .shortAndLong, help: "Print to a terminal even if it is not plain text.") var force = false
    @OptionGroup var options: ReferenceOptions

    func run() throws {
        let reference = try ReferenceInput.reference(self.reference)
        let value = try ReferenceResolver(options, command: "read").value(of: reference)
        let output = SecretBytes(count: value.count + (noNewline ? 0 : 1)) { buffer in
            value.withUnsafeBytes { buffer.copyMemory(from: $0) }
            if !noNewline { buffer[value.count] = UInt8(ascii: "\n") }
        }
        if let outFile { return try PrivateFile.write(output, to: outFile) }
        try output.withUnsafeBytes { bytes in
            guard force || isatty(STDOUT_FILENO) == 0 || value.withUnsafeBytes({ UntrustedText.isHarmless($0) }) else {
                throw Failure(
                    .failed, "the value is not plain text, and this is a terminal",
                    remedy: "write it to a file with -o FILE, or insist with --force")
            }
            try StandardStreams.write(bytes: bytes)
        }
    }
}
