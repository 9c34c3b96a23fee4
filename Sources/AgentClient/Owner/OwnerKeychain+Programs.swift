import Foundation
import KeychainServices

/// The access lists of a portable keychain's items, which say to which other programs an agent gives the keychain while it is unlocked.
///
/// Of the keychain of this device the agent's policy says it: ``OwnerKeychains/programs()``.
extension OwnerKeychain {
    /// The programs that an item's access lists name.
    public struct ListedPrograms: Sendable, Equatable {
        /// Whether every program may use the item.
        public let isAny: Bool
        /// The paths of their executables, in order.
        public let paths: [String]
    }

    /// Returns the programs that may use an item by its access lists.
    ///
    /// - Parameter item: an item that was read with its attributes.
    /// - Returns: nil for an item that has no access lists, such as a certificate.
    public static func listedPrograms(of item: Item) -> ListedPrograms? {
        guard item.itemClass.attribute(.accessList) != nil else { return nil }
        let programs = item.accessList?.programs ?? .init()
        return ListedPrograms(isAny: programs.isAny, paths: programs.paths.sorted())
    }

    /// Names a program in the access lists of an item.
    ///
    /// - Parameters:
    ///   - path: of its executable, absolute and without symbolic links.
    ///   - reference: of the item.
    /// - Throws: `.parameter` for another path, or too many programs; `.itemNotFound`; `.interactionNotAllowed` if the password was not given
    ///   to this program.
    public func list(_ path: String, for reference: PersistentReference) throws(KeychainError) {
        guard AccessList.isCanonical(path) else {
            throw KeychainError(.parameter, "“\(path)” is not the path of a program", remedy: "choose its executable")
        }
        try changeLists(of: reference) { lists, item in
            lists.add(path, name: item[.label]?.string ?? "")
        }
    }

    /// Removes a program from the access lists of an item.
    ///
    /// - Throws: as ``list(_:for:)``.
    public func unlist(_ path: String, for reference: PersistentReference) throws(KeychainError) {
        try changeLists(of: reference) { lists, _ in lists.remove(path) }
    }

    private func changeLists(
        of reference: PersistentReference, _ body: (inout AccessList, Item) -> Void
    ) throws(KeychainError) {
        guard let item = try keychain.items(matching: Query(reference)).first else {
            throw KeychainError(.itemNotFound, "the item is no longer there")
        }
        var lists = item.accessList ?? AccessList(entries: [])
        body(&lists, item)
        _ = try keychain.update(Query(reference), with: Changes([.accessList: .data(lists.encoded())]))
    }
}

extension AccessList {
    private static let anyUse = "ACLAuthorizationAny"

    /// Lets a program use the item without a question.
    fileprivate mutating func add(_ path: String, name: String) {
        guard !programs.paths.contains(path) else { return }
        let place = entries.firstIndex { $0.programs != nil && $0.selector == 0 && $0.authorizations == [Self.anyUse] }
        guard let place else {
            return entries.append(Entry(paths: [path], name: name, authorizations: [Self.anyUse]))
        }
        entries[place].programs?.append(Program(path))
    }

    /// Removes a program from all lists.
    fileprivate mutating func remove(_ path: String) {
        for place in entries.indices { entries[place].programs?.removeAll { $0.path == path } }
    }
}
