import PasswordVault

/// The brand of a payment card, found from the first digits of its number (ISO/IEC 7812).
enum CardBrand {
    /// Returns the names that menus use for the brand of a card; empty if the brand is not known.
    ///
    /// - Parameter digits: the card number; nothing of it is kept.
    static func names(_ digits: Secret) -> [String] {
        let start = digits.withUnsafeBytes { bytes in
            bytes.prefix(4).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        guard digits.count >= 12 else { return [] }
        switch start {
        case 4000...4999: return ["Visa", "VI"]
        case 5100...5599, 2221...2720: return ["Mastercard", "Master Card", "MC", "EuroCard"]
        case 3400...3499, 3700...3799: return ["American Express", "Amex", "AE", "AX"]
        case 3000...3059, 3600...3699, 3800...3999: return ["Diners Club", "Diners", "DC"]
        case 3528...3589: return ["JCB"]
        case 6011, 6440...6599: return ["Discover", "DI"]
        case 6200...6299: return ["UnionPay", "Union Pay", "China UnionPay"]
        case 5000...5099, 5600...5899, 6700...6799: return ["Maestro"]
        default: return []
        }
    }
}
