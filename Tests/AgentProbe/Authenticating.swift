import Foundation
import LocalAuthentication

/// Authenticates a user as a third-party program does.
///
/// - `evaluate POLICY REASON [FALLBACK [CANCEL]]`: evaluates the policy with that number. Prints `yes`, or the number of the
///   error. A line on standard input invalidates the context.
/// - `protect FLAGS SERVICE ACCOUNT SECRET`: stores an item with access control; the flags are names of
///   `SecAccessControlCreateFlags`, with `+` between them. Prints the status.
/// - `fetch SERVICE ACCOUNT REASON`: reads it. Prints the secret, or the status.
enum Authenticating {
    static let verbs: Set = ["evaluate", "protect", "fetch"]

    static func run(_ words: [String]) -> Never {
        switch (words[0], words.count) {
        case ("evaluate", 3...5): evaluate(words)
        case ("protect", 5): protect(words)
        case ("fetch", 4): fetch(words)
        default: exit(2)
        }
    }

    private static func evaluate(_ words: [String]) -> Never {
        guard let policy = Int(words[1]).flatMap(LAPolicy.init(rawValue:)) else { exit(2) }
        let context = LAContext()
        if words.count > 3 { context.localizedFallbackTitle = words[3] }
        if words.count > 4 { context.localizedCancelTitle = words[4] }
        context.evaluatePolicy(policy, localizedReason: words[2]) { isGranted, error in
            tell(isGranted ? "yes" : "\((error as? LAError)?.errorCode ?? 0)", isGranted)
        }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            if read(STDIN_FILENO, &byte, 1) == 1 { context.invalidate() }
        }
        dispatchMain()
    }

    private static func protect(_ words: [String]) -> Never {
        let names: [String: SecAccessControlCreateFlags] = [
            "userPresence": .userPresence, "biometryAny": .biometryAny, "biometryCurrentSet": .biometryCurrentSet,
            "devicePasscode": .devicePasscode, "applicationPassword": .applicationPassword, "or": .or, "and": .and,
        ]
        let flags = words[1].split(separator: "+").compactMap { names[String($0)] }
        guard
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, SecAccessControlCreateFlags(flags), nil)
        else { exit(2) }
        var new = item(words[2], words[3])
        new[kSecValueData] = Data(words[4].utf8)
        new[kSecAttrAccessControl] = control
        let status = SecItemAdd(new as CFDictionary, nil)
        tell("\(status)", status == errSecSuccess)
    }

    private static func fetch(_ words: [String]) -> Never {
        var query = item(words[1], words[2])
        query[kSecReturnData] = true
        query[kSecUseOperationPrompt] = words[3]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        tell((result as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "\(status)", status == errSecSuccess)
    }

    private static func item(_ service: String, _ account: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
    }

    private static func tell(_ line: String, _ isGood: Bool) -> Never {
        print(line)
        fflush(nil)
        exit(isGood ? 0 : 1)
    }
}
