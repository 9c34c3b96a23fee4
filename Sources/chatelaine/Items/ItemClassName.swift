import ArgumentParser
import KeychainServices

/// The names of item classes on the command line.
enum ItemClassName {
    static let all: [(name: String, itemClass: ItemClass)] = [
        ("generic", .genericPassword), ("internet", .internetPassword), ("certificate", .certificate), ("key", .key),
        ("identity", .identity),
    ]

    static let stored: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]

    static func name(of itemClass: ItemClass) -> String {
        switch itemClass {
        case .genericPassword: "generic password"
        case .internetPassword: "internet password"
        default: shortName(of: itemClass)
        }
    }

    static func shortName(of itemClass: ItemClass) -> String {
        all.first { $0.itemClass == itemClass }?.name ?? itemClass.code
    }

    static func parse(_ argument: String) throws -> ItemClass {
        guard let result = all.first(where: { $0.name == argument })?.itemClass ?? ItemClass.named(argument) else {
            throw ValidationError(
                "There is no class “\(argument)”; there are \(all.map(\.name).joined(separator: ", ")).")
        }
        return result
    }
}
