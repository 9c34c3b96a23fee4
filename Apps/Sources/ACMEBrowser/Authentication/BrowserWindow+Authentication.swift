import Foundation
import GtkSupport

extension BrowserWindow {
    /// The texts of a dialog while the user types: its widgets end with it.
    private final class Typed {
        var username = ""
        var password = Data()
    }

    /// Asks the user for the name and the password that a server wants, or whether to send those of the keychain.
    func answer(_ request: AuthenticationRequest) {
        // A page can have any number of parts that ask.
        guard let server = request.server, dialogs.allowsOneMore() else { return request.cancel() }
        // If an earlier answer was right, it was kept by now.
        accepted[server] = nil
        Task {
            if !request.isRetry, await sendSaved(for: server, request) { return }
            await ask(for: server, request)
        }
    }

    /// - Returns: whether the request is answered.
    private func sendSaved(for server: SignInServer, _ request: AuthenticationRequest) async -> Bool {
        do throws(SitePassword.Failure) {
            let username = try await offMain { () throws(SitePassword.Failure) in
                try SitePassword.username(for: server)
            }
            guard let username else { return false }
            let alert = Alert(
                Self.heading(for: server),
                text("The keychain has a password of “{username}” for it.", ["username": username]),
                [.init("cancel", text("_Cancel")), .init("other", text("_Other…")), .init("send", text("_Sign In"))])
            switch await alert.show(over: window) {
            case "send":
                let password = try await offMain { () throws(SitePassword.Failure) in
                    try SitePassword.password(of: username, for: server)
                }
                guard let password else { return false }
                request.answer(username, password)
                return true
            case "other": return false
            default:
                request.cancel()
                return true
            }
        } catch {
            messages.show(text("The keychain cannot be read: {reason}", ["reason": error.text]))
            return false
        }
    }

    private func ask(for server: SignInServer, _ request: AuthenticationRequest) async {
        let (typed, fields) = makeFields()
        var lines = [text("The part “{name}” of the website asks.", ["name": String(server.realm.prefix(100))])]
        if !server.isSecure { lines.append(text("The connection is not secure: others can read the password.")) }
        if request.isRetry { lines.insert(text("The name or the password was wrong."), at: 0) }
        let alert = Alert(
            Self.heading(for: server), lines.joined(separator: "\n"),
            [
                .init("cancel", text("_Cancel")), .init("keep", text("Sign In and _Keep")),
                .init("send", text("_Sign In")),
            ], extra: Widget(fields))
        let answer = await alert.show(over: window)
        guard answer != "cancel" else { return request.cancel() }
        if answer == "keep" {
            request.onSuccess = { [weak self] in self?.keep(typed.username, typed.password, for: server) }
            // The request is kept until the server has answered.
            accepted[server] = request
        }
        request.answer(typed.username, typed.password)
    }

    private func makeFields() -> (Typed, Box) {
        let typed = Typed()
        let (box, username, password) = (Box(vertical: true), Entry(), SecretField(text("Password")))
        username.setAccessibleName(text("Username"))
        username.setPlaceholder(text("Username"))
        username.onChange { typed.username = username.text }
        password.onChange { typed.password = password.copy() }
        box.append(username)
        box.append(password)
        return (typed, box)
    }

    private func keep(_ username: String, _ password: Data, for server: SignInServer) {
        accepted[server] = nil
        Task {
            do throws(SitePassword.Failure) {
                try await offMain { () throws(SitePassword.Failure) in
                    try SitePassword.save(username, password, for: server)
                }
                messages.confirm(text("The password is in the keychain."))
            } catch {
                messages.show(text("The password could not be kept: {reason}", ["reason": error.text]))
            }
        }
    }

    private static func heading(for server: SignInServer) -> String {
        text("Sign In to {host}", ["host": "\(server.host):\(server.port)"])
    }
}
