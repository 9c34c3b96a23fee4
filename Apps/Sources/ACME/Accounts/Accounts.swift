import Foundation
import PasswordVerifier

/// The accounts of the site that this program stands for: an actor that checks passwords away from the main thread.
actor Accounts {
    private let file: AccountFile

    init(_ file: AccountFile = AccountFile()) { self.file = file }

    /// Whether an account has the username already.
    func isTaken(_ username: String) throws(AccountError) -> Bool {
        try file.accounts().contains { $0.hasUsername(username) }
    }

    /// Creates an account.
    ///
    /// - Throws: ``AccountError/taken``, or an error of the file.
    func register(_ username: String, firstname: String, lastname: String, password: Data) throws(AccountError) {
        guard try !isTaken(username) else { throw .taken }
        let account = Account(
            username: username, firstname: firstname, lastname: lastname, verifier: try verifier(of: password))
        try file.change { accounts throws(AccountError) in
            guard !accounts.contains(where: { $0.hasUsername(username) }) else { throw .taken }
            accounts.append(account)
        }
    }

    /// Returns the account of a user who knows its password.
    ///
    /// - Throws: ``AccountError/wrong``, or an error of the file.
    func logIn(_ username: String, _ password: Data) throws(AccountError) -> Account {
        guard let account = try file.accounts().first(where: { $0.hasUsername(username) }) else {
            // This takes as long as for a name that exists, so that the time does not tell which names are registered.
            _ = try verifier(of: password)
            throw .wrong
        }
        guard account.verifier.accepts(password) else { throw .wrong }
        return account
    }

    private func verifier(of password: Data) throws(AccountError) -> PasswordVerifier {
        guard let verifier = PasswordVerifier(of: password) else { throw .noMemory }
        return verifier
    }

    /// Gives an account another password.
    ///
    /// - Throws: ``AccountError/wrong``, or an error of the file.
    func changePassword(of username: String, from old: Data, to new: Data) throws(AccountError) {
        let checked = try logIn(username, old)
        let verifier = try verifier(of: new)
        try file.change { accounts throws(AccountError) in
            // Another process may have changed it since.
            guard let place = accounts.firstIndex(of: checked) else { throw .wrong }
            accounts[place].verifier = verifier
        }
    }
}
