import AgentProtocol
import Authentication

// Questions and prompts as the programs that show them get them.

extension Questions {
    static func wire(_ id: UInt64, _ pending: Pending, _ now: UInt64) -> WireQuestion {
        .with {
            $0.id = id
            $0.subject = pending.program.wire
            $0.pid = UInt32(bitPattern: pending.program.credentials.pid)
            $0.remaining = Self.seconds(until: pending.deadline, now)
            $0.needsPasscode = pending.needsPasscode
            switch pending.matter {
            case .group(let group, let owner):
                $0.group = group
                $0.owner = owner ?? ""
            case .change: break
            // A program that does not know these matters shows the name as that of an access group.
            case .setPasscode:
                $0.matter = .setPasscode
                $0.group = "the keychain: a passcode for everything"
            case .makeRecoveryKey:
                $0.matter = .makeRecoveryKey
                $0.group = "the keychain: a recovery key for everything"
            case .moveKeychains:
                $0.matter = .moveKeychains
                $0.group = "the keychain: another one in its place"
            case .share(let group, let path):
                $0.matter = .shareGroup
                $0.group = "\(group), for the program \(path)"
                ($0.sharedGroup, $0.sharedWith) = (group, path)
            case .pairBrowser(let code, let extensionID):
                $0.matter = .pairBrowser
                $0.group = "the password manager, for its browser extension with the code \(code)"
                ($0.pairingCode, $0.pairingExtension) = (code, extensionID)
            }
        }
    }

    static func wire(_ id: UInt64, _ dialogue: Dialogue, _ now: UInt64) -> WireQuestion {
        .with {
            $0.id = id
            $0.subject = dialogue.program.wire
            $0.pid = UInt32(bitPattern: dialogue.program.credentials.pid)
            $0.remaining = Self.seconds(until: dialogue.deadline, now)
            $0.authentication = WireAuthenticationPrompt(dialogue.prompt, version: dialogue.version)
        }
    }

    private static func seconds(until deadline: UInt64, _ now: UInt64) -> UInt32 {
        UInt32(clamping: deadline > now ? (deadline - now) / 1_000_000_000 : 0)
    }
}
