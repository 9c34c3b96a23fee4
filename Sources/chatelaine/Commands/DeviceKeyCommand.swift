import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import Secrets

struct DeviceKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-key",
        abstract: "Moves the key that ties keychains to this device into its TPM, or back.",
        discussion: """
            Sealed, the key does not lie on the disk: a copy of the disk opens nothing without this machine, or the recovery code. \
            See share/doc/chatelaine/device-key.md.

            Examples:
              chatelaine device-key seal
              chatelaine device-key status
            """,
        subcommands: [SealCommand.self, UnsealCommand.self, ShowCommand.self]
    )

    struct SealCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "seal",
            abstract: "Moves the device key into the TPM, and prints a recovery code, once.",
            discussion: """
                Write the recovery code down and keep it away from this device: it opens the device key where the TPM does not, after \
                a repair of the machine or, with --pcrs, an update of its firmware. A key that is sealed already is sealed again; \
                the earlier code no longer opens anything.

                Examples:
                  chatelaine device-key seal
                  chatelaine device-key seal --pcrs sha256:7
                """
        )

        @Option(
            help: "Open it only while these registers hold what they hold now: a bank and registers, such as sha256:7.")
        var pcrs: String?
        @Option(help: "Where the TPM is. (default: device:/dev/tpmrm0)") var tcti: String?
        @Flag(help: "Make no recovery code: if the TPM is lost, so is the key.") var noRecoveryCode = false
        @Flag(help: .json) var json = false

        func run() throws {
            let agent = try OwnDeviceKey.agent()
            let place = if let tcti { tcti } else { try Settings.read(Settings.userPath()).tcti }
            let result = try DeviceKeySealing(.user(), tcti: place).seal(
                registers: pcrs, withRecoveryCode: !noRecoveryCode)
            if result.oldKeyRemains {
                StandardStreams.complain(
                    "warning: a hard link to the old device key file still contains the key; find it and remove it\n")
            }
            if agent != nil {
                StandardStreams.complain(
                    "The agent has the key in memory; the next time that it starts it asks the TPM.\n")
            }
            switch result.recoveryCode {
            case .some(let code):
                let text = code.hexadecimalGroups()
                guard !json else {
                    return try JSONText.print([("recoveryCode", .bytes(text.withUnsafeBytes { Data($0) }))])
                }
                try text.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
            case .none where json: try JSONText.print([("recoveryCode", .null)])
            case .none: try StandardStreams.print("The device key is sealed; there is no recovery code.")
            }
        }
    }

    struct UnsealCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unseal",
            abstract: "Moves the device key from the TPM back to its file.",
            discussion: """
                The TPM opens it; or the recovery code, where the TPM does not.

                Examples:
                  chatelaine device-key unseal
                  chatelaine device-key unseal --recovery-code
                """
        )

        @Flag(help: "Open it with the recovery code, not with the TPM.") var recoveryCode = false
        @Option(help: "Where the TPM is, if not where it was.") var tcti: String?
        @OptionGroup var options: PasscodeOptions

        func run() throws {
            _ = try OwnDeviceKey.agent()
            let sealing = try DeviceKeySealing(.user(), tcti: tcti)
            if recoveryCode {
                let text = try SecretSource.passcode("Recovery code: ", fromStandardInput: options.stdin)
                guard let code = SecretBytes(hexadecimal: text, count: DeviceKeySealing.recoveryCodeSize) else {
                    throw Failure(
                        .usage, "that is not a recovery code",
                        remedy:
                            "type its \(DeviceKeySealing.recoveryCodeSize * 2) digits and letters from a to f; hyphens may be left out"
                    )
                }
                try sealing.unseal(recoveryCode: code)
            } else {
                try sealing.unseal()
            }
            try StandardStreams.print("The device key is stored in its file again.")
        }
    }

    struct ShowCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Says where the device key is, and whether the TPM opens it.",
            discussion: """
                Ends with 1 if the key is sealed and the TPM does not open it.

                Example:
                  chatelaine device-key status
                """
        )

        @Flag(help: .json) var json = false

        func run() throws {
            _ = try OwnDeviceKey.agent()
            let status = try DeviceKeyStatus(.user())
            if json {
                try JSONText.print(Self.members(status))
                if let problem = status.seal?.problem { throw problem }
                return
            }
            guard let seal = status.seal else {
                let state = status.exists ? "in the clear, in “\(status.path)”" : "not made yet"
                return try StandardStreams.print("device key: \(UntrustedText.forTerminal(state))")
            }
            try StandardStreams.print(
                """
                device key: sealed in the TPM at \(UntrustedText.forTerminal(seal.address))
                registers: \(seal.registers.isEmpty ? "any" : UntrustedText.forTerminal(seal.registers))
                recovery code: \(seal.hasRecoveryCode ? "yes" : "none")
                """)
            if let problem = seal.problem { throw problem }
            try StandardStreams.print("the TPM opens it")
        }

        private static func members(_ status: DeviceKeyStatus) -> [(name: String, value: JSONText)] {
            let seal = status.seal.map { seal in
                JSONText.object([
                    ("address", .string(seal.address)), ("registers", .string(seal.registers)),
                    ("recoveryCode", .bool(seal.hasRecoveryCode)), ("opens", .bool(seal.problem == nil)),
                ])
            }
            return [("path", .string(status.path)), ("exists", .bool(status.exists)), ("seal", seal ?? .null)]
        }
    }
}

/// The user's own device key, as opposed to those of the system service.
enum OwnDeviceKey {
    /// Returns the user's own agent, if one runs. It holds the key in memory, so a change of the file does not affect it.
    ///
    /// - Throws: if the system service serves the user: its device keys are not the user's.
    static func agent() throws -> AgentStatus? {
        let agent = try AgentStatus.ofUser()
        guard agent?.socketPath != SystemLocations.socket else {
            throw Failure(
                .failed, "the system service has the device key, in a file that only it can read",
                remedy: "nothing has to be done; see share/doc/chatelaine/device-key.md")
        }
        return agent
    }
}
