import AppExtensionsWebKit
import GtkSupport

extension BrowserWindow {
    /// Shows the state of the view.
    func update() {
        back.isEnabled = view.canGoBack
        forward.isEnabled = view.canGoForward
        let isLoading = view.isLoading
        reload.setIcon(isLoading ? "process-stop-symbolic" : "view-refresh-symbolic")
        let name = isLoading ? text("Stop loading") : text("Reload the page")
        reload.setTooltip(name)
        reload.setAccessibleName(name)
        address.setProgress(isLoading ? view.progress : 0)
        showAddress()
        showConnectionState()
        title.show(problem == nil && !view.title.isEmpty ? view.title : "ACME Browser")
        filler.setHasPage(problem == nil)
    }

    /// Shows the address, unless the user is typing another.
    func showAddress() {
        let shown = problem?.address ?? view.address
        let isTyping = address.hasFocus && address.text != lastAddress
        lastAddress = shown
        if !isTyping, address.text != shown { address.text = shown }
    }

    private func showConnectionState() {
        let (icon, name) = problem == nil ? Self.sign(of: view.connection) : Self.sign(of: .none)
        connection.setIcon(icon)
        connection.setTooltip(name)
        connection.setAccessibleName(name)
    }

    private static func sign(of state: ConnectionState) -> (icon: String, name: String) {
        switch state {
        case .none: ("channel-insecure-symbolic", text("No connection"))
        case .own: ("emblem-system-symbolic", text("A page of this program"))
        case .insecure(let host): ("channel-insecure-symbolic", text("Not secure: {host}", ["host": host]))
        case .secure(let host): ("channel-secure-symbolic", text("Secure connection to {host}", ["host": host]))
        case .untrusted(let host):
            ("dialog-warning-symbolic", text("Certificate not trusted: {host}", ["host": host]))
        }
    }

    /// Shows what is known of the connection.
    func showConnection() {
        let state: ConnectionState = problem == nil ? view.connection : .none
        let (_, heading) = Self.sign(of: state)
        var lines: [String] = []
        switch state {
        case .none: lines = [text("There is no page.")]
        case .own: lines = [text("The page comes with this program, and is sent nowhere.")]
        case .insecure:
            lines = [text("Others can read and change what you send to this page and what it sends to you.")]
        case .secure: lines = view.certificate?.lines ?? []
        case .untrusted:
            lines = [text("You have accepted this certificate until the program ends. Pages are not filled.")]
            lines += view.certificate?.lines ?? []
        }
        let alert = Alert(heading, lines.joined(separator: "\n"), [.init("close", text("_OK"))])
        Task { [window] in _ = await alert.show(over: window) }
    }

    // MARK: - Certificates that are not trusted

    static func texts(for problem: PageProblem) -> (heading: String, details: String) {
        switch problem {
        case .failed(_, let reason):
            return (text("The Page Cannot Be Loaded"), reason)
        case .untrusted(let refused):
            let reasons = CertificateProblem.texts(refused.errors).joined(separator: " ")
            return (
                text("The Connection Is Not Secure"),
                text(
                    "This may not be {host}: another machine may answer for it. {reasons}",
                    ["host": refused.host, "reasons": reasons])
            )
        case .ended: return (text("The Page Has Crashed"), text("What was typed into it is lost."))
        case .tooManyDialogs:
            return (text("The Page Was Stopped"), text("It opened too many dialogs one after another."))
        }
    }

    /// Asks whether to go to a page although its certificate is not trusted.
    func askWhetherToAccept() {
        guard case .untrusted(let refused)? = problem else { return }
        let certificate = SiteCertificate(refused.certificate.raw)
        let lines = [text("Accept it only if you know this fingerprint from its owner. Pages are not filled.")]
        let alert = Alert(
            text("Accept the Certificate of {host}?", ["host": refused.host]),
            (lines + certificate.lines).joined(separator: "\n"),
            [.init("cancel", text("_Cancel")), .init("accept", text("_Accept"), isDestructive: true)])
        Task {
            guard await alert.show(over: window) == "accept" else { return }
            userActs { $0.view.accept(refused) }
        }
    }
}

extension PageProblem {
    /// The address of the page that could not be shown.
    fileprivate var address: String? {
        switch self {
        case .failed(let address, _): address
        case .untrusted(let refused): refused.address
        case .ended, .tooManyDialogs: nil
        }
    }
}
