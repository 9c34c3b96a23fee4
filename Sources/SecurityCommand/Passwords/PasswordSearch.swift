import Foundation
import KeychainServices

/// The item that selectors name, in the first keychain that has one.
struct PasswordSearch {
    let kind: PasswordKind
    var attributes = Attributes()

    /// Returns the first item that matches.
    ///
    /// - Parameter parts: the parts of it to read.
    /// - Throws: ``FunctionFailure`` if there is none.
    func first(
        in keychains: [KeychainChoice.Named], reading parts: ItemParts
    ) throws -> (item: Item, keychain: KeychainChoice.Named) {
        // A locked keychain is an error only if no other has the item.
        var problem: FunctionFailure?
        for named in keychains {
            let query = Query(kind.itemClass, attributes, synchronizable: .any, limit: .one)
            do {
                let items = try calling(Self.function) { try named.keychain.items(matching: query, reading: parts) }
                if let item = items.first { return (item, named) }
            } catch let error as FunctionFailure { problem = problem ?? error }
        }
        throw problem ?? FunctionFailure(Self.function, .itemNotFound)
    }

    /// The function of macOS that searches.
    static let function = "SecKeychainSearchCopyNext"
}
