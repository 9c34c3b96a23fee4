import KeyManagement
import KeychainServices

extension Command {
    static let setKeychainSettings = Command(
        name: "set-keychain-settings", arguments: "[-l] [-u] [-t timeout] [keychain]",
        help: """
            Set when a keychain locks itself.
                -l  when the computer is suspended
                -t  after so many seconds without use; without it never
                -u  after the time of -t
            """
    ) { invocation in
        var options = OptionReader("lt:u", invocation.arguments)
        var (locksOnSleep, interval) = (false, UInt32?.none)
        while let (letter, value) = try options.next() {
            switch letter {
            case "l": locksOnSleep = true
            case "t":
                guard let seconds = value.flatMap({ UInt32($0) }) else {
                    throw UsageError("“\(value ?? "")” is no number of seconds")
                }
                interval = seconds
            default: break
            }
        }
        guard options.operands.count <= 1 else { throw UsageError() }
        let operand = options.operands.first
        try calling("SecKeychainSetSettings \(operand ?? "<default>")") {
            guard let portable = try invocation.keychains.portable(operand) else {
                throw KeychainError(.unimplemented, "when the default keychain is locked is a setting of the agent")
            }
            try portable.set(PortableSettings(locksOnSleep: locksOnSleep, interval: interval))
        }
    }

    static let showKeychainInfo = Command(
        name: "show-keychain-info", arguments: "[keychain]", help: "Show when a keychain locks itself."
    ) { invocation in
        var options = OptionReader("", invocation.arguments)
        _ = try options.next()
        guard options.operands.count <= 1 else { throw UsageError() }
        let operand = options.operands.first
        let settings = try calling("SecKeychainCopySettings \(operand ?? "<NULL>")") {
            guard let portable = try invocation.keychains.portable(operand) else {
                // Scripts find out so whether it is locked.
                try invocation.keychains.requireUnlocked(operand)
                return PortableSettings(locksOnSleep: false, interval: nil)
            }
            return try portable.settings()
        }
        let onSleep = settings.locksOnSleep ? " lock-on-sleep" : ""
        let time = settings.interval.map { " use-lock-interval timeout=\($0)s" } ?? " no-timeout"
        invocation.console.complain("Keychain \"\(operand ?? "<NULL>")\"\(onSleep)\(time)\n")
    }
}
