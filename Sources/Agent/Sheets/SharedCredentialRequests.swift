import AgentProtocol
import KeychainServices

/// Turns a program's request for a shared web credential into one for a website's login, if the program's entitlements name the website
/// (Docs/shared-web-credentials.md).
struct SharedCredentialRequests {
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let policy: PolicyKeeper?

    /// Returns the request that the sheet shows: that of the program, with the website's address in place of the domain.
    ///
    /// - Parameter program: the program as the agent has identified it. Nothing that it says about itself counts.
    /// - Throws: status −909 without a vault; `.missingEntitlement` for a domain that is not the program's; `.unimplemented` for a removal;
    ///   `.parameter` for another operation, and without an account.
    func resolve(
        _ request: WirePasswordManagerRequest, of program: Program
    ) throws(KeychainError) -> WirePasswordManagerRequest {
        guard let asked = SharedCredentialAddress.domain(in: request.url) else { return request }
        guard let vaults, !vaults.names.isEmpty else { throw .noVault }
        let host = try host(asked, of: program)
        switch request.operation {
        case .find: break
        case .store: try check(request.details)
        default: throw .parameter("shared web credentials are found or stored")
        }
        var resolved = request
        resolved.url = "https://" + host
        // Another password manager would not know that the program may ask.
        resolved.alternatives = []
        return resolved
    }

    private func check(_ details: WireLoginDetails) throws(KeychainError) {
        guard !details.username.isEmpty else { throw .parameter("the account is missing") }
        guard details.passwordLength > 0 else {
            throw KeychainError(
                .unimplemented, "programs do not remove logins from a vault",
                remedy: "remove it in the password manager")
        }
    }

    /// Returns the host, with its port if the program has named one.
    private func host(_ asked: String, of program: Program) throws(KeychainError) -> String {
        let domains = WebCredentialDomains(try entries(of: program))
        guard !asked.isEmpty else {
            guard let first = domains.first else { throw .notAssociated(program) }
            return first
        }
        let parts = asked.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let domain = WebCredentialDomains.domain(String(parts[0])), domains.contains(domain) else {
            throw .notAssociated(program)
        }
        guard parts.count > 1 else { return domain }
        guard let port = UInt16(parts[1]), port > 0, String(port) == parts[1] else {
            throw .parameter("the domain's port is not a number from 1 to 65535")
        }
        return "\(domain):\(port)"
    }

    /// Returns the program's entries: those of the system's list for it, else those of the list next to its executable.
    private func entries(of program: Program) throws(KeychainError) -> [String] {
        if let listed = policy?.document.listedWebCredentials(of: program.subject) { return listed }
        return try program.declaredWebCredentials()
    }
}

extension Program {
    /// Returns the domains in the entitlements list next to the executable, of a program whose list it is.
    ///
    /// An `Info.plist` names none. A script has the list of its interpreter, and the path of a program in a sandbox leads outside of it to
    /// another program's list.
    ///
    /// - Throws: `.missingEntitlement` if there is a list that cannot be read.
    func declaredWebCredentials() throws(KeychainError) -> [String] {
        switch subject.strength {
        case .unidentified, .interpreter, .confined: return []
        case .unpinned, .pinned, .system, .secured: break
        }
        // The groups have been read from it by now, so that one that cannot be read has been refused.
        guard declaration.kind == .entitlements else { return [] }
        return try AccessGroups.webCredentials(of: path, list: .init(declaration.contents))
    }
}

extension KeychainError {
    fileprivate static var noVault: KeychainError {
        KeychainError(
            .init(rawValue: -909), "there is no vault", remedy: "create one with: chatelaine vault create")
    }

    fileprivate static func notAssociated(_ program: Program) -> KeychainError {
        KeychainError(
            .missingEntitlement, "the entitlements of “\(program.path)” do not name the domain",
            remedy: "add “webcredentials:” and the domain to com.apple.developer.associated-domains")
    }
}
