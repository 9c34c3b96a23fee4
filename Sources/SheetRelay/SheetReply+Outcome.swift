import AgentClient
import AgentProtocol
import Foundation
import LoginSheet
import PageFilling
import PasswordVault
import Secrets
import WebsiteMatching

extension SheetReply {
    /// Makes the reply from the outcome of a sheet.
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
                self.init(refusing: RefusalCode(error.kind), error.reason)
            }
        case .otherManager(let name): self.init(.with { $0.otherManager = name }, SecretBytes(zeros: 0))
        case .cancelled: self.init(refusing: .cancelledByUser, "the user has closed the sheet")
        case .abandoned: self.init(refusing: .failedToContact, "the program has ended")
        case .failed(let failure): self.init(refusing: RefusalCode(failure.kind), failure.reason)
        }
    }

    /// - Parameter reason: for people, without secrets; cut if it is longer than it may be.
    package convenience init(refusing code: RefusalCode, _ reason: String) {
        self.init(.with { $0.refusal = .init(code, reason) }, SecretBytes(zeros: 0))
    }
}

extension RefusalCode {
    /// The code for a request that could not be shown.
    fileprivate init(_ kind: SheetFailure.Kind) {
        switch kind {
        case .unexpectedData: self = .unexpectedData
        case .unreachable: self = .failedToContact
        }
    }

    /// The code for a page that was not filled.
    package init(_ kind: PageFillingError.Kind) {
        switch kind {
        case .unreadablePage: self = .unreadablePage
        case .nothingToFill: self = .pageNotFilled
        case .contradiction: self = .unexpectedData
        }
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
    /// A copy that is wiped when the last reference to it goes.
    fileprivate var wiped: Data { withUnsafeBytes { Data(wipedWhenFreed: $0) } }
}
