import Foundation
import GtkSupport
import KeychainServices

/// Whether the keychain can be used, and what to do if not.
enum KeychainAccess {
    /// What it lets programs do.
    enum State: Equatable, Sendable {
        case open(hasPasscode: Bool)
        case locked
        /// Why it cannot be used at all.
        case unreachable(String)
    }

    /// How it is now.
    static func state() async -> State {
        await offMain {
            do throws(KeychainError) {
                return switch try Keychain.current().lockState() {
                case .noPasscode: .open(hasPasscode: false)
                case .unlocked: .open(hasPasscode: true)
                case .beforeFirstUnlock, .lockedAfterFirstUnlock: .locked
                }
            } catch {
                return .unreachable(error.reason)
            }
        }
    }

    /// Opens it, for all programs that an agent serves.
    ///
    /// - Returns: nil if that is done, else what is wrong.
    static func unlock(_ passcode: Data) async -> String? {
        await offMain { () -> KeychainError? in
            do throws(KeychainError) {
                try Keychain.current().unlock(passcode: SecretBytes(copying: passcode))
                return nil
            } catch { return error }
        }.map(\.reason)
    }

    /// Sets the first passcode.
    ///
    /// - Returns: nil if that is done, else what is wrong.
    static func setPasscode(_ passcode: Data) async -> String? {
        await offMain { () -> KeychainError? in
            do throws(KeychainError) {
                try Keychain.current().setPasscode(SecretBytes(copying: passcode))
                return nil
            } catch { return error }
        }.map(\.reason)
    }

    /// Has the agent started: by systemd, which listens for it at once, else by the command line.
    ///
    /// - Returns: whether it serves.
    static func startAgent() async -> Bool {
        await offMain {
            if run(["systemctl", "--user", "start", "chatelaine.socket"]) == false { AgentProcess.start() }
            return (try? Keychain.current().lockState()) != nil
        }
    }

    private static func run(_ words: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

/// The agent, where no systemd starts it: it goes on when this program ends.
private enum AgentProcess {
    /// Returns when the agent listens, or cannot be started.
    static func start() {
        let words = ["/usr/bin/env", "setsid", "--fork", "chatelaine", "agent"]
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let setsid = ChildProgram(words, input: none) else { return }
        // The agent's first line says that it listens. It has the other end alone, so that nothing comes if it has ended.
        _ = setsid.firstLine()
        setsid.wait()
    }
}
