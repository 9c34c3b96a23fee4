import AgentProtocol

extension BrowserMembers {
    /// Returns the action of a message about offers, and sites at which there are none.
    func offerAction(_ kind: BrowserRequestKind) throws(Problem) -> BrowserMessage.Action {
        switch kind {
        case .offer:
            let (url, top) = (try address(), try topAddress())
            let (username, password) = (try text(username ?? "", "username"), try sentPassword())
            let offer = WireBrowserRequest.Offer.with {
                ($0.url, $0.top, $0.username, $0.isNewPassword) = (url, top, username, newPassword ?? false)
            }
            return .request(.offer(offer), secret: password)
        case .answer: return .request(.answer(try answer()))
        case .never:
            let url = try address()
            return .request(.never(.with { ($0.url, $0.isRemoved) = (url, remove ?? false) }))
        case .nevers: return .request(.nevers(.init()))
        default: return .request(.offers(.init()))
        }
    }

    private func answer() throws(Problem) -> WireBrowserRequest.Answer {
        let (offer, deed) = (try identifier(offer, "offer"), try text(deed, "deed"))
        let (vault, title) = (try text(vault ?? "", "vault"), try text(title ?? "", "title"))
        guard ["save", "update", "dismiss", "never"].contains(deed) else {
            throw Problem(reason: "“deed” is none of save, update, dismiss and never")
        }
        var answer = WireBrowserRequest.Answer.with {
            ($0.offer, $0.deed, $0.vault, $0.title, $0.silent) = (offer, deed, vault, title, silent ?? false)
        }
        if item != nil { answer.item = try identifier(item, "item") }
        if username != nil { answer.username = try text(username, "username") }
        return answer
    }
}
