import LinuxSupport
import Security

extension Command {
    static let findIdentity = Command(
        name: "find-identity", arguments: "[-p policy]... [-s name] [-v] [keychain...]",
        help: """
            Find identities: private keys with their certificates.
                -p  the policy: basic, ssl-client, ssl-server, smime or codesigning
                -s  the host or e-mail address that the policy is about
                -v  only those that are valid
            """
    ) { try FindIdentity(&$0).run() }
}

/// Prints identities.
private struct FindIdentity {
    private var policies: [PolicyChoice] = []
    private var name: String?
    private var showsValidOnly = false
    private let keychains: [KeychainChoice.Named]
    private let console: any Console

    init(_ invocation: inout Invocation) throws {
        console = invocation.console
        var options = OptionReader("p:s:v", invocation.arguments)
        while let (letter, value) = try options.next() {
            switch letter {
            case "p": policies.append(try PolicyChoice.named(value ?? "", of: "find-identity", lists: true))
            case "s": name = value
            default: showsValidOnly = true
            }
        }
        if policies.isEmpty { policies = [.basic] }
        let operands = options.operands
        keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
    }

    func run() throws {
        let identities = try StoredIdentity.all(in: keychains)
        // Without identities no certificate is needed, which may be many.
        let certificates = identities.isEmpty ? [] : try keychains.flatMap { try $0.certificates() }
        if let name { try console.print("Looking for identities matching \"\(UntrustedText.forTerminal(name))\"") }
        for choice in policies {
            let policy = choice.policy(for: name)
            let results = identities.map { identity in
                policy.map { TrustResult.status(of: identity.certificate, certificates, [$0]) } ?? errSecPolicyNotFound
            }
            try show(choice, Array(zip(identities, results)))
        }
    }

    private func show(_ policy: PolicyChoice, _ found: [(StoredIdentity, OSStatus)]) throws {
        let valid = found.filter { $0.1 == errSecSuccess }
        if !showsValidOnly {
            try console.print("\nPolicy: \(policy.title)\n  Matching identities")
            try list(found)
            try console.print("     \(found.count) identities found\n\n  Valid identities only")
        }
        try list(valid)
        try console.print("     \(valid.count) valid identities found")
    }

    private func list(_ found: [(StoredIdentity, OSStatus)]) throws {
        for (number, (identity, status)) in found.enumerated() {
            let problem = status == errSecSuccess ? "" : " (\(TrustResult.name(status)))"
            let label = UntrustedText.forTerminal(identity.label)
            try console.print("  \(number + 1)) \(identity.sha1) \"\(label)\"\(problem)")
        }
    }
}
