import AgentClient
import KeychainServices
import Security

// The functions by which a program asks the user for logins of its websites (keychain-services 7.3 and 7.4).

extension KeychainBackend {
    func addSharedCredential(
        _ domain: CFString, _ account: CFString, _ password: CFString?,
        _ completionHandler: @escaping @Sendable (CFError?) -> Void
    ) {
        let request = Result { () throws(KeychainError) in
            try SharedCredentialRequest.adding(
                domain: domain as String, account: account as String, password: password.map { $0 as String })
        }
        ask(request, for: "SecAddSharedWebCredential") { outcome in
            switch outcome {
            case .success: completionHandler(nil)
            case .failure(let error): completionHandler(NSError(error))
            }
        }
    }

    func requestSharedCredential(
        _ domain: CFString?, _ account: CFString?,
        _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void
    ) {
        let request = Result { () throws(KeychainError) in
            try SharedCredentialRequest.finding(
                domain: domain.map { $0 as String }, account: account.map { $0 as String })
        }
        ask(request, for: "SecRequestSharedWebCredential") { outcome in
            switch outcome {
            case .success(let login): completionHandler([login.dictionary] as NSArray, nil)
            case .failure(let error): completionHandler([] as NSArray, NSError(error))
            }
        }
    }

    /// Asks on a thread of its own, which a person may keep waiting, and hands the outcome to a queue of the system's.
    private func ask(
        _ request: Result<SharedCredentialRequest, KeychainError>, for function: StaticString,
        _ completion: @escaping @Sendable (Result<SharedCredential, KeychainError>) -> Void
    ) {
        // A program that works with a keychain of its own, as tests do, has no password manager.
        let socket = Keychain.override == nil ? SharedCredentialRequest.socketOfUser : nil
        Thread.detachNewThread {
            let outcome = request.flatMap { request in
                Result { () throws(KeychainError) in try request.login(at: socket) }
            }
            DispatchQueue.global().async {
                if case .failure(let error) = outcome { note(error, in: function) }
                completion(outcome)
            }
        }
    }
}

extension SharedCredential {
    /// The login in the form that programs get.
    fileprivate var dictionary: NSDictionary {
        let entries: [CFString: Any] = [
            kSecAttrServer: domain, kSecAttrAccount: account, kSecSharedPassword: password,
        ]
        return entries.merging(port.map { [kSecAttrPort: $0] } ?? [:]) { $1 } as NSDictionary
    }
}
