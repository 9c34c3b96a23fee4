import Foundation
import PasswordVault

/// Parts of Proton Pass's items that are numbers or lists: websites with modes, apps, types of cards and of networks.
///
/// Specified in: `item-v1.proto` of Proton's clients, whose members have the same names in JSON, in camel case.
enum ProtonParts {
    /// The types of cards, by number. 0 says nothing.
    private static let cards = [1: "Other", 2: "Visa", 3: "Mastercard", 4: "American Express"]
    private static let networks = [1: "WPA", 2: "WPA2", 3: "WPA3", 4: "WEP"]

    /// Adds the type of a card. A number that is not known stays a number.
    static func addCardType(_ type: JSONNode, _ item: inout ArchiveItem) { add(type, cards, "card type", &item) }

    /// Adds the security of a wireless network.
    static func addSecurity(_ type: JSONNode, _ item: inout ArchiveItem) { add(type, networks, "security", &item) }

    private static func add(_ type: JSONNode, _ names: [Int: String], _ label: String, _ item: inout ArchiveItem) {
        guard !type.isEmpty else { return }
        item.add(label, type.int.flatMap { names[$0] } ?? type.text)
    }

    /// Adds the websites of a login: those with modes, then the plain ones that are not among them.
    static func addWebsites(_ content: JSONNode, _ item: inout ArchiveItem) {
        var known = Set<String>()
        for url in content["autofillUrls"].array {
            guard let address = url["url"].string, !address.isEmpty else { continue }
            known.insert(address)
            item.addWebsite(address, rule: rule(url["mode"].int))
            // A pattern of Proton's is no regular expression, and no rule of ours.
            if url["mode"].int == 4 { item.remark("a website that is a pattern gets the usual rule") }
        }
        for url in content["urls"].array {
            guard let address = url.string, !known.contains(address) else { continue }
            item.addWebsite(address)
        }
    }

    /// The rule of a mode: 1 exact, 2 never, 3 starts with, 4 pattern, 5 regular expression, 6 exact path.
    private static func rule(_ mode: Int?) -> String {
        switch mode {
        case 1: "host"
        case 2: "never"
        case 3: "starts-with"
        case 5: "regex"
        case 6: "exact"
        default: "domain"
        }
    }

    /// Adds the Android apps that a login is allowed for.
    static func addApps(_ platform: JSONNode, _ item: inout ArchiveItem) {
        for app in platform["android"]["allowedApps"].array {
            guard let name = app["packageName"].string, !name.isEmpty else { continue }
            item.addWebsite("app://" + name)
        }
    }

    /// Returns the ways to the folders of a vault, by id. A folder within itself ends its way.
    static func folders(_ list: JSONNode) -> [String: [String]] {
        var folders: [String: (name: String, parent: String?)] = [:]
        for folder in list.array {
            guard let id = folder["folderId"].string else { continue }
            folders[id] = (folder["name"].text, folder["parentFolderId"].string)
        }
        return folders.mapValues { folder in
            var (path, seen, parent) = ([folder.name], Set<String>(), folder.parent)
            while let id = parent, let next = folders[id], seen.insert(id).inserted, seen.count <= 64 {
                path.insert(next.name, at: 0)
                parent = next.parent
            }
            return path
        }
    }
}
