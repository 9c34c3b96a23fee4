import Foundation
import KeychainServices
import Secrets
import Security
import SecurityBackend

extension Command {
    static let setKeyPartitionList = Command.partitionList("set-key-partition-list", "a:c:dD:ej:k:l:rsS:t:uvw", nil)
    static let setGenericPasswordPartitionList = Command.partitionList(
        "set-generic-password-partition-list", PasswordKind.generic.selectors + "S:k:", .generic)
    static let setInternetPasswordPartitionList = Command.partitionList(
        "set-internet-password-partition-list", PasswordKind.internet.selectors + "S:k:", .internet)

    private static func partitionList(_ name: String, _ letters: String, _ kind: PasswordKind?) -> Command {
        Command(
            name: name, arguments: "[-S list] [-k password] [options...] [keychain]",
            help: """
                Set the partition list of items, which is kept, and gives no program anything. The programs that -A and -T of other commands
                have named can use the keychain from then on.
                    -k  the password of the keychain; without it, nothing is changed
                    -S  the partitions, with commas between them
                """
        ) { invocation in
            try PartitionList(letters, kind, invocation.arguments).run(invocation.keychains)
        }
    }
}

/// Sets the partition list of the items that selectors name.
private struct PartitionList {
    private static let function = "SecKeychainItemSetAccessWithPassword"
    private let itemClass: ItemClass
    private let operand: String?
    private var (password, partitions) = (String?.none, String?.none)
    private var attributes = Attributes()

    /// - Parameter kind: nil for keys.
    init(_ letters: String, _ kind: PasswordKind?, _ arguments: [String]) throws {
        itemClass = kind?.itemClass ?? .key
        if kind == nil { attributes[.keyClass] = 1 }
        var options = OptionReader(letters, arguments)
        while let (letter, value) = try options.next() {
            switch letter {
            case "k": password = value
            case "S": partitions = value
            case "l" where kind == nil: attributes[.label] = value.map { .string($0) }
            case "s" where kind == nil: attributes[.canSign] = 1
            default:
                if let value, let (key, value) = try kind?.attribute(letter, value) { attributes[key] = value }
            }
        }
        guard options.operands.count <= 1 else { throw UsageError() }
        operand = options.operands.first
    }

    func run(_ keychains: KeychainChoice) throws {
        try calling(Self.function) {
            // A keychain that does not exist is an error without a password too.
            _ = try keychains.portable(operand)
            guard let password else { return }
            try keychains.check(operand, SecretBytes(copying: Array(password.utf8)))
            guard let partitions else { return }
            let keychain = try keychains.one(operand).keychain
            for item in try keychain.items(matching: Query(itemClass, attributes, synchronizable: .any)) {
                let lists = try Self.lists(of: item, with: partitions).encoded()
                _ = try keychain.update(
                    Query(item.persistentReference), with: Changes([.accessList: .data(lists)]))
            }
        }
    }

    /// Returns the item's lists with the partitions: an item without lists has those of its program.
    private static func lists(of item: Item, with partitions: String) throws -> AccessList {
        let name = item[.label]?.string ?? ""
        var lists = try item.accessList ?? AccessList(AccessOptions.access(name: name, for: nil))
        let authorization = kSecACLAuthorizationPartitionID as String
        lists.entries.removeAll { $0.authorizations == [authorization] }
        lists.entries.append(.init(programs: [], name: partitions, authorizations: [authorization]))
        return lists
    }
}

extension KeychainChoice {
    /// Checks the password of a keychain. A portable one is unlocked afterwards, as by any use of its password.
    ///
    /// - Throws: `.authenticationFailed`
    fileprivate func check(_ operand: String?, _ password: borrowing SecretBytes) throws {
        if let portable = try portable(operand) { return try portable.unlock(password: password) }
        let keychain = try openDefault()
        guard try keychain.lockState() != .noPasscode else { return }
        guard try keychain.verify(passcode: password) else {
            throw KeychainError(.authenticationFailed, "the passcode is wrong")
        }
    }
}
