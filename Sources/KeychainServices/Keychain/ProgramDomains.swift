import Foundation

// The domains that a program's entitlements list associates with it. They are read here because the same list has the access groups.

extension AccessGroups {
    /// Returns the domains whose shared web credentials a program may request, by the list next to its executable.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of its executable.
    ///   - list: the contents of the list next to it.
    /// - Returns: the texts after `webcredentials:`, in order and unchecked.
    /// - Throws: `.missingEntitlement` if the entry has the wrong type.
    package static func webCredentials(of executable: String, list: Data) throws(KeychainError) -> [String] {
        try webCredentials(ofSystemList: list, path: listPath(of: executable))
    }

    /// Returns the domains whose shared web credentials a program may request, by a system-wide list.
    ///
    /// - Parameters:
    ///   - list: the contents of the list.
    ///   - path: its path, for error messages.
    /// - Throws: as ``webCredentials(of:list:)``.
    package static func webCredentials(ofSystemList list: Data, path: String) throws(KeychainError) -> [String] {
        let entries: [String]
        switch propertyList(list)?[associatedDomainsKey] {
        case nil: return []
        case .text(let entry): entries = [entry]
        case .texts(let several): entries = several
        case .flag, .other: throw unreadable(path, "“\(associatedDomainsKey)” is neither text nor a list of texts")
        }
        return entries.filter { $0.hasPrefix(service) }.map { String($0.dropFirst(service.count)) }
    }

    /// The key for the domains that belong to a program.
    private static let associatedDomainsKey = "com.apple.developer.associated-domains"
    /// The service whose domains share web credentials.
    private static let service = "webcredentials:"
}
