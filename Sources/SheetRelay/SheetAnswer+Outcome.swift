import AgentClient
import AgentProtocol
import Foundation
import LoginSheet
import PasswordVault
import Secrets

extension SheetAnswer {
    /// What a program gets of a sheet that has ended so.
    package convenience init(_ outcome: SheetOutcome, for request: WirePasswordManagerRequest) {
        let site = SheetRequest.site(of: request.url) ?? ""
        switch outcome {
        case .login(let login):
            let (details, secret) = login.wire
            self.init(.with { $0.login = details }, secret.copy(), site: site)
        case .item: self.init(refusing: 5, "filling of pages is not there yet")
        case .otherManager(let name): self.init(.with { $0.otherManager = name }, SecretBytes(zeros: 0))
        case .cancelled: self.init(refusing: 0, "somebody has closed the sheet")
        case .abandoned: self.init(refusing: 2, "the program has gone")
        case .failed(let failure): self.init(refusing: failure.code, failure.reason)
        }
    }

    /// - Parameters:
    ///   - code: as the extension API numbers its errors.
    ///   - reason: for people, without secrets; what is longer than 1 KiB is cut.
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
        // Not of secrets: what the program has sent itself.
        let fields = fields.map { (name: $0.name, value: Secret($0.value)) }
        let secrets = LoginSecrets(
            password: password.wiped, oldPassword: oldPassword?.wiped, totp: oneTimeCode?.wiped,
            fields: fields.map { (name: $0.name, value: $0.value.wiped) })
        // First: it notes the lengths in the message.
        let part = Secret(details.place(secrets))
        return (details, part)
    }
}

extension Secret {
    /// A copy that is wiped when nobody has it any more.
    fileprivate var wiped: Data { withUnsafeBytes { Data(wipedWhenFreed: $0) } }
}
