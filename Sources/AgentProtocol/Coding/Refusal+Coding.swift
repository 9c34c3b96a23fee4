/// The code of a refusal, as the extension API numbers its errors (Docs/app-extensions.md, “Errors”).
package enum RefusalCode: UInt32, CaseIterable, Sendable {
    /// The user closed the sheet.
    case cancelledByUser = 0
    /// No password manager is installed.
    case notAvailable = 1
    /// The password manager could not be reached, did not take the request, or went away.
    case failedToContact = 2
    /// The answer could not be read.
    case unreadableAnswer = 3
    /// The page could not be read.
    case unreadablePage = 4
    /// The page could not be filled.
    case pageNotFilled = 5
    /// Wrong or contradictory values in the request or in the answer.
    case unexpectedData = 6
    /// The web view shows no page.
    case noPage = 7
}

extension WirePasswordManagerReply.Refusal {
    /// The bytes of the longest reason.
    package static let mostBytesOfReason = 1 << 10

    /// - Parameter reason: for people, without secrets; cut if it is longer than it may be.
    package init(_ code: RefusalCode, _ reason: String) {
        self.init()
        self.code = code.rawValue
        var size = 0
        self.reason = String(
            reason.prefix { letter in
                size += letter.utf8.count
                return size <= Self.mostBytesOfReason
            })
    }

    /// The code, or `nil` if the number is none.
    package var knownCode: RefusalCode? { RefusalCode(rawValue: code) }
}

extension WirePasswordManagerReply {
    /// Whether the program gets what it asked for.
    package var isGiven: Bool {
        switch outcome {
        case .login, .fillPlan, .otherManager: true
        case .refusal, nil: false
        }
    }

    /// Whether a person has said no.
    package var isCancel: Bool {
        if case .refusal(let refusal)? = outcome { refusal.knownCode == .cancelledByUser } else { false }
    }
}
