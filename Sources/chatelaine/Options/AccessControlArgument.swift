import ArgumentParser
import KeyManagement
import KeychainServices

/// The authentication that an item requires before it is read: `--require user-presence`.
enum AccessControlArgument {
    static let names: [(name: String, flag: AccessControl.Flags)] = [
        ("user-presence", .userPresence), ("fingerprint", .biometryAny), ("current-fingerprints", .biometryCurrentSet),
        ("passcode", .devicePasscode), ("application-password", .applicationPassword), ("or", .or),
    ]

    static func parse(_ argument: String) throws -> AccessControl.Flags {
        var flags: AccessControl.Flags = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let flag = names.first(where: { $0.name == part })?.flag else {
                let known = names.map(\.name).joined(separator: ", ")
                throw ValidationError("There is no “\(part)” to require; there are \(known).")
            }
            flags.insert(flag)
        }
        return flags
    }

    /// Adds an access control with `flags` to `attributes`, with the protection class that they have already.
    ///
    /// - Throws: `.parameter` for flags that contradict each other.
    static func require(_ flags: AccessControl.Flags?, in attributes: inout Attributes) throws {
        guard let flags else { return }
        let named = attributes[.accessible]?.string.flatMap(ProtectionClass.init(code:))
        attributes[.accessControl] = .accessControl(
            try AccessControl(protection: named ?? .whenUnlocked, flags: flags))
        attributes[.accessible] = nil
    }

    static let help = ArgumentHelp(
        "What has to be shown before the item is read: \(names.map(\.name).joined(separator: ", ")), with commas between. All of it, unless “or” is among it.",
        valueName: "what")
}
