import AgentClient
import AgentProtocol
import Foundation
import LoginSheet
import PageFilling
import PasswordVault
import Secrets
import WebsiteMatching

extension SheetAnswer {
    /// Makes the answer to a program for an outcome of its sheet.
    ///
    /// - Parameter matcher: the sheet's matcher.
    package convenience init(
        _ outcome: SheetOutcome, for request: WirePasswordManagerRequest, _ matcher: WebsiteMatcher = WebsiteMatcher()
    ) {
        let site = SheetRequest.site(of: request.url) ?? ""
        switch outcome {
        case .login(let login):
            let (details, secret) = login.wire
            self.init(.with { $0.login = details }, secret.copy(), site: site)
        case .item(let picked):
            do throws(PageFillingError) {
                let plan = try FillPlan.make(
                    model: request.page.model, url: request.url, item: picked.item, oneTimeCode: picked.oneTimeCode,
                    matcher: matcher)
                self.init(.with { $0.fillPlan = .init() }, plan, site: site)
            } catch {
                self.init(refusing: error.code, error.reason)
            }
        case .otherManager(let name): self.init(.with { $0.otherManager = name }, SecretBytes(zeros: 0))
        case .cancelled: self.init(refusing: 0, "somebody has closed the sheet")
        case .abandoned: self.init(refusing: 2, "the program has gone")
        case .failed(let failure): self.init(refusing: failure.code, failure.reason)
        }
    }

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - code: the error code of the extension API.
    ///   - reason: the message for the user, without secrets; it is cut to 1 KiB.
    package convenience init(refusing code: Int, _ reason: String) {
        var short = ""
        for letter in reason where short.utf8.count + letter.utf8.count <= 1 << 10 { short.append(letter) }
        let refusal = WirePasswordManagerReply.Refusal.with {
            ($0.code, $0.reason) = (UInt32(clamping: code), short)
        }
        self.init(.with { $0.refusal = refusal }, SecretBytes(zeros: 0))
    }
}

extension LoginResult {
    /// The message, and the second part of its frame.
    fileprivate var wire: (WireLoginDetails, Secret) {
        var details = WireLoginDetails.with {
            $0.url = url
            $0.username = username
        }
        if let title { details.title = title }
        if let notes { details.notes = notes.text }
        if let sectionTitle { details.sectionTitle = sectionTitle }
        // The fields are not secret: the program has sent them itself.
        let fields = fields.map { (name: $0.name, value: Secret($0.value)) }
        let secrets = LoginSecrets(
            password: password.wiped, oldPassword: oldPassword?.wiped, totp: oneTimeCode?.wiped,
            fields: fields.map { (name: $0.name, value: $0.value.wiped) })
        // This has to be done first: it writes the lengths into the message.
        let part = Secret(details.encode(secrets))
        return (details, part)
    }
}

extension Secret {
    /// A copy that is wiped when its last reference is released.
    fileprivate var wiped: Data { withUnsafeBytes { Data(wipedWhenFreed: $0) } }
}
