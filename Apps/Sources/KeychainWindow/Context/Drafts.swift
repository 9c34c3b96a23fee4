import AgentClient

/// What was typed into forms and not saved when keychains were locked: one draft for each keychain.
@MainActor final class Drafts {
    private var sealed: [String: SealedDraft] = [:]

    /// Whether there is none.
    var isEmpty: Bool { sealed.isEmpty }

    func has(_ keychain: OwnerKeychain?) -> Bool { keychain.map { sealed[$0.path] != nil } ?? false }

    func keep(_ draft: Draft, of keychain: OwnerKeychain) { sealed[keychain.path] = SealedDraft(draft) }

    /// Returns the draft of a keychain, which is not kept any longer.
    func take(of keychain: OwnerKeychain?) -> Draft? {
        guard let keychain else { return nil }
        return sealed.removeValue(forKey: keychain.path)?.opened
    }
}
