import Agent
import ArgumentParser
import CLinux
import DesktopEvents
import Foundation
import KeychainServices
import LibCrypto
import LinuxSupport
import Secrets
import ZeroOnFree

/// The agent's process. Users start it with `chatelaine agent`, which executes this program: a separate program keeps the agent's
/// dependencies out of every `chatelaine get`.
@main
struct AgentProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chatelaine-agent", abstract: "Serves the keychain; started by “chatelaine agent”.")

    @Option(help: "Minutes without use until the keychain locks; 0 for never.") var autoLock: UInt64 = 15
    @Option(help: "Seconds without a connection until the agent ends; 0 for never.") var idleExit: UInt64 = 0
    @Flag(help: "Serve all users of the computer; started by the system's service manager.") var system = false
    @Option(help: "A program whose children have its identity, to run tests in it; for development.") var testHost:
        String?
    @Option(help: .hidden) var serveUser: UInt32?
    @Option(help: .hidden) var directory: String?

    static func main() {
        StandardDescriptors.occupy()
        SecretMemory.endProgramWithReason()
        // Done before any data is in memory: memory that is freed from now on is overwritten.
        _ = zero_on_free_enable()
        clinux_return_large_memory()
        _ = clinux_make_undumpable()
        CryptoLibrary.removeSettingsFromEnvironment()
        // The TPM library could be configured to log the data that passes through it.
        setenv("TSS2_LOG", "all+none", 1)
        ProcessLimits.forbidCores()
        ProcessLimits.raiseDescriptorLimit()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as KeychainError {
            complain(error.reason, error.remedy)
        } catch {
            exit(withError: error)
        }
    }

    private static func complain(_ reason: String, _ remedy: String?) -> Never {
        StandardDescriptors.complain(
            "chatelaine: \(reason)\n  next: \(remedy ?? "see share/doc/chatelaine/agent.md")\n")
        Foundation.exit(1)
    }

    func validate() throws {
        guard autoLock <= 525_600, idleExit <= 31_536_000 else {
            throw ValidationError("the time is longer than a year; give 0 for never")
        }
        guard (serveUser == nil) == (directory == nil), !(system && serveUser != nil) else {
            throw ValidationError("--serve-user is for the system service alone")
        }
        guard testHost == nil || (!system && serveUser == nil) else {
            throw ValidationError("--test-host is for an agent of a user's own, never for the system service")
        }
    }

    func run() throws {
        if system {
            try SystemServiceAgent(autoLock: autoLock, idleExit: idleExit).run()
        } else if let serveUser, let directory {
            try UserProcessOfService(uid: serveUser, directory: directory, autoLock: autoLock, idleExit: idleExit).run()
        } else {
            try UserAgent(autoLock: autoLock, idleExit: idleExit, testHost: testHost).run()
        }
    }
}
