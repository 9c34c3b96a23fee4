import Foundation
import GtkSupport
import KeychainServices

/// The availability of the keychain, and the ways to make it available.
enum KeychainAccess {
    /// The state of the keychain.
    enum State: Equatable, Sendable {
        case open(hasPasscode: Bool)
        case locked
        /// The keychain cannot be used; has the reason.
        case unreachable(String)
    }

    /// Returns the present state.
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

    /// Unlocks the keychain, for all programs that an agent serves.
    ///
    /// - Returns: `nil` on success, else the reason of the failure.
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
    /// - Returns: `nil` on success, else the reason of the failure.
    static func setPasscode(_ passcode: Data) async -> String? {
        await offMain { () -> KeychainError? in
            do throws(KeychainError) {
                try Keychain.current().setPasscode(SecretBytes(copying: passcode))
                return nil
            } catch { return error }
        }.map(\.reason)
    }

    /// Starts the agent: by systemd, which listens for it at once, else by the command line.
    ///
    /// - Returns: whether the agent serves the keychain.
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

/// The agent without systemd. It keeps running when this program ends.
private enum AgentProcess {
    /// Starts the agent. Returns when it listens, or cannot be started.
    static func start() {
        let words = ["/usr/bin/env", "setsid", "--fork", "chatelaine", "agent"]
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let setsid = ChildProgram(words, input: none) else { return }
        // The agent's first line says that it listens. The agent alone has the other end, so that the read ends if the agent ends.
        _ = setsid.firstLine()
        setsid.wait()
    }
}
