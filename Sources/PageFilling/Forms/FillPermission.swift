import PasswordVault
import WebsiteMatching

/// The rules for which frames and forms of a page may receive an item's values.
///
/// The user has picked the item for the page, so the page's own origin may have it, unless the item is withheld from
/// it. Other frames may have it only if the item's websites say so.
/// Specified in: website-matching 5, 7 and 9.
struct FillPermission {
    private let page: PageAddress
    private let websites: [Website]
    private let matcher: WebsiteMatcher
    private let isCard: Bool
    /// The answers for pairs of frame and form action: a page has few of them, and thousands of fields.
    private let cache = PermissionCache()

    /// Whether the item was saved for this page, and not only picked by the user.
    let isSavedForPage: Bool
    /// Whether no value of the item may go to the page.
    let isWithheld: Bool

    init(_ item: VaultItem, _ page: PageAddress, _ matcher: WebsiteMatcher) {
        self.page = page
        self.matcher = matcher
        websites = item.websites.map { Website($0.address, storedRule: $0.rule) }
        isCard = item.kind == .creditCard
        isSavedForPage = matcher.match(.page(page), websites) != nil
        isWithheld = isCard && page.scheme == .http || matcher.withholds(websites, from: .page(page))
    }

    func isOfPage(frame: String?) -> Bool {
        guard let frame else { return true }
        return Self.address(frame)?.origin == page.origin
    }

    /// Returns whether a field may be filled.
    ///
    /// - Parameters:
    ///   - frame: the origin of the field's frame; `nil` for the page's own.
    ///   - action: the address that the field's form is sent to; empty if not known.
    func allows(frame: String?, action: String) -> Bool {
        !isWithheld
            && cache.answer(frame, action) {
                (frame.map(allows(frame:)) ?? true) && allows(action: action)
            }
    }

    private func allows(frame: String) -> Bool {
        guard let address = Self.address(frame) else { return false }
        if address.origin == page.origin { return true }
        guard !(isCard && address.scheme == .http), let match = matcher.match(.page(address), websites) else {
            return false
        }
        // The user has not picked the item for this frame.
        return !match.needsClick
    }

    /// Returns whether a form may be filled that is sent to `action`: over `http`, an attacker on the network path can
    /// read its values.
    private func allows(action: String) -> Bool {
        guard let address = Self.address(action), address.scheme == .http else { return true }
        return !isCard && !matcher.withholds(websites, from: .page(address))
    }

    private static func address(_ text: String) -> PageAddress? {
        guard case .page(let address)? = try? WebAddress(text) else { return nil }
        return address
    }

    private final class PermissionCache {
        private struct Key: Hashable {
            let frame: String?
            let action: String
        }
        private var known: [Key: Bool] = [:]

        func answer(_ frame: String?, _ action: String, _ find: () -> Bool) -> Bool {
            let key = Key(frame: frame, action: action)
            if let answer = known[key] { return answer }
            let answer = find()
            known[key] = answer
            return answer
        }
    }
}
