import AgentClient
import Foundation
import Glibc
import KeychainServices
import Secrets
import Security
import TestSupport
import Testing

/// Keys in hardware through an agent's process, which makes and uses them.
@Suite(.enabled(if: SoftwareTPM.isInstalled && Programs.areBuilt)) struct HardwareKeyAgentTests {
    private final class Served {
        let machine: Machine
        private var process: ChildProcess?

        /// - Parameter settings: the object `tpm` of the agent's settings; nil for the TPM of the machine.
        init(_ machine: Machine, settings: String? = nil) throws {
            self.machine = machine
            let text = "{ \"tpm\": { \(settings ?? "\"tcti\": \"\(machine.tcti)\"") } }"
            try Data(text.utf8).write(to: URL(fileURLWithPath: machine.home + "/configuration.json"))
            try start()
        }

        deinit { stop() }

        private var socket: String { machine.home + "/run/agent.socket" }

        func start() throws {
            process = try Programs.start(machine, ["agent"])
            try process?.expectLine("listening on \(socket)")
        }

        func stop() {
            process?.send(SIGTERM)
            _ = process?.wait()
            process = nil
        }

        /// Runs the command line. Returns what it writes.
        func call(_ arguments: String...) throws -> String {
            let command = try Programs.start(machine, arguments)
            let text = command.text()
            _ = command.wait()
            return text
        }

        func with<Result>(_ body: (Keychain) throws -> Result) throws -> Result {
            let keychain = try Keychain.served(at: socket, groups: [])
            return try Keychain.$override.withValue(keychain) { try body(keychain) }
        }
    }

    @Test func theAgentMakesAndUsesIt() throws {
        let agent = try Served(Machine())
        try agent.with { keychain in
            #expect(keychain.path == nil)
            let key = try HardwareKeys.make()
            try HardwareKeys.check(key)
            let other = try HardwareKeys.makeInMemory()
            #expect(
                try HardwareKeys.exchange(key, HardwareKeys.publicHalf(other), .ecdhKeyExchangeStandard)
                    == HardwareKeys.exchange(other, HardwareKeys.publicHalf(key), .ecdhKeyExchangeStandard))
            let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
            let ciphertext = try HardwareKeys.encrypt(HardwareKeys.publicHalf(key), algorithm)
            #expect(try HardwareKeys.decrypt(ciphertext, key, algorithm) == HardwareKeys.message)
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
            #expect(
                HardwareKeys.status { _ = try HardwareKeys.find([kSecReturnData: true]) } == errSecDataNotAvailable)
            #expect(try HardwareKeys.found() == key)
            let attributes = try HardwareKeys.attributes(HardwareKeys.found())
            #expect(attributes["tkid"] as? String == "com.apple.setoken")
        }
    }

    @Test func itIsThereAfterARestartOfBoth() throws {
        let agent = try Served(Machine())
        try agent.with { _ in
            let key = try HardwareKeys.make()
            let kept = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            agent.stop()
            agent.machine.tpm.stop()
            try agent.machine.tpm.start()
            try agent.start()
            // The same objects, whose keychain has to find the new agent.
            try HardwareKeys.check(key)
            try HardwareKeys.check(kept)
        }
        try agent.with { _ in try HardwareKeys.check(HardwareKeys.found()) }
    }

    @Test func aKeyThatIsNotPermanentIsUsedThere() throws {
        let agent = try Served(Machine())
        try agent.with { keychain in
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            try HardwareKeys.check(key)
            #expect(try HardwareKeys.count() == 0)
            let kept = try #require(try HardwareKeys.attributes(key)["toid"] as? Data)
            let again = try HardwareKeys.read(kept, [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave])
            #expect(again == key)
            try HardwareKeys.check(again)
            #expect(try HardwareKeys.bytes(HardwareKeys.publicHalf(again)).count == 65)
        }
    }

    @Test func aKeyThatIsNotPermanentBecomesAnItem() throws {
        let agent = try Served(Machine())
        try agent.with { _ in
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            let item: [CFString: Any] = [kSecValueRef: key, kSecAttrLabel: "adopted"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
            let found = try HardwareKeys.found()
            #expect(HardwareKeys.isValid(try HardwareKeys.sign(found), try HardwareKeys.publicHalf(key)))
            #expect(try HardwareKeys.attributes(found)["labl"] as? String == "adopted")
        }
    }

    /// No prompter is there to ask a person.
    @Test func accessControlAppliesInTheAgent() throws {
        let machine = try Machine()
        try machine.withKeychain { try $0.setPasscode(SecretBytes(copying: "1234".utf8)) }
        let agent = try Served(machine)
        try agent.with { keychain in
            let free = HardwareKeys.status { _ = try HardwareKeys.make() }
            #expect(free == errSecInteractionNotAllowed)
            try keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlocked, [.userPresence, .privateKeyUsage], nil))
            for isPermanent in [true, false] {
                let key = try HardwareKeys.make(ofPrivateHalf: [
                    kSecAttrAccessControl: control, kSecAttrIsPermanent: isPermanent,
                ])
                #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecInteractionNotAllowed)
                let other = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: isPermanent])
                try HardwareKeys.check(other)
                try keychain.lock()
                #expect(HardwareKeys.status { try HardwareKeys.check(other) } == errSecInteractionNotAllowed)
                try keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
                try HardwareKeys.check(other)
            }
        }
    }

    @Test func aTPMThatIsGoneIsAStatusAndTheAgentGoesOn() throws {
        let agent = try Served(Machine())
        try agent.with { keychain in
            let key = try HardwareKeys.make()
            agent.machine.tpm.stop()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
            #expect(HardwareKeys.status { _ = try HardwareKeys.make() } == errSecUnimplemented)
            // Other requests are served.
            #expect(try HardwareKeys.found() == key)
            try agent.machine.tpm.start()
            try HardwareKeys.check(key)
        }
    }

    /// While a TPM says nothing, other requests of the agent are answered.
    @Test func aSilentTPMDoesNotKeepTheAgentBusy() throws {
        let machine = try Machine()
        let silent = try SilentTPM()
        try machine.withKeychain { _ in _ = try HardwareKeys.make() }
        let agent = try Served(machine, settings: "\"tcti\": \"swtpm:path=\(silent.socket)\"")
        let done = DispatchSemaphore(value: 0)
        let socket = machine.home + "/run/agent.socket"
        // More than the agent has threads for requests.
        let uses = 6
        for _ in 0..<uses {
            Thread.detachNewThread {
                let keychain = try? Keychain.served(at: socket, groups: ["g"])
                if let keychain {
                    _ = try? keychain.makeKey(NewItem(.key), isPermanent: false)
                }
                done.signal()
            }
        }
        try agent.with { keychain in
            for _ in 0..<50 {
                try keychain.add(NewItem(.genericPassword, [.account: "a"], data: Data([1])))
                #expect(try keychain.delete(Query(.genericPassword)) == 1)
            }
        }
        // They end, each with a status.
        for _ in 0..<uses { done.wait() }
    }

    @Test func theStatusNamesThePlace() throws {
        let machine = try Machine()
        let agent = try Served(machine)
        #expect(try agent.call("status").contains("hardware keys   in the TPM at \(machine.tcti)"))
        #expect(try agent.call("status", "--json").contains("\"hardwareKeys\": \"tpm\""))
        machine.tpm.stop()
        #expect(try agent.call("status").contains("hardware keys   none can be made: "))
        #expect(try agent.call("status", "--json").contains("\"hardwareKeys\": \"none\""))
        agent.stop()
        // Without an agent the command looks itself.
        #expect(try agent.call("status", "--json").contains("\"hardwareKeys\": \"none\""))
    }

    @Test func theStatusNamesSoftwareInItsPlace() throws {
        let machine = try Machine()
        machine.tpm.stop()
        let agent = try Served(machine, settings: "\"tcti\": \"\(machine.tcti)\", \"allowsSoftwareKeys\": true")
        try agent.with { _ in
            let key = try HardwareKeys.make()
            try HardwareKeys.check(key)
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
        }
        #expect(try agent.call("status").contains("hardware keys   in software, as the settings allow"))
        #expect(try agent.call("status", "--json").contains("\"hardwareKeys\": \"software\""))
    }

    /// The agent does not start with an address that is none: the user would believe that it is in effect.
    @Test func aWrongAddressIsRefusedAtTheStart() throws {
        let machine = try Machine()
        let text = "{ \"tpm\": { \"tcti\": \"cmd:touch \(machine.home)/executed\" } }"
        try Data(text.utf8).write(to: URL(fileURLWithPath: machine.home + "/configuration.json"))
        let process = try Programs.start(machine, ["agent"], errors: .null)
        #expect(process.wait() != 0)
        #expect(access(machine.home + "/executed", F_OK) != 0)
        var settings = Settings()
        settings.tcti = "cmd:true"
        #expect(throws: KeychainError(.parameter, "")) { _ = try KeyToken(settings) }
    }
}
