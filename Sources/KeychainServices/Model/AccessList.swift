import Foundation

/// The access lists of an item, as macOS has them: programs by their paths, and what each may do. It is kept with the item's attributes, and
/// gives no program anything by itself (Docs/decisions/0080-access-lists-of-macos.md).
///
/// Specified in: Docs/keychain-format.md, "Access lists".
package struct AccessList: Hashable, Sendable {
    /// One list.
    package struct Entry: Hashable, Sendable {
        /// The programs; nil for all programs.
        package var programs: [Program]?
        /// The text of a question.
        package var name: String
        /// When a person is asked, as bits.
        package var selector: UInt16
        package var authorizations: [String]

        package init(programs: [Program]?, name: String, selector: UInt16 = 0, authorizations: [String]) {
            (self.programs, self.name, self.selector) = (programs, name, selector)
            self.authorizations = authorizations
        }

        /// Makes a list of programs that are named now.
        package init(paths: [String]?, name: String, selector: UInt16 = 0, authorizations: [String]) {
            self.init(
                programs: paths?.map { Program($0) }, name: name, selector: selector, authorizations: authorizations)
        }
    }

    /// The largest encoding, in bytes.
    package static let maximumSize = 64 << 10
    /// The most programs of all lists of an item together.
    package static let mostPrograms = 256
    /// The most programs of all items of a portable keychain together.
    package static let mostProgramsOfKeychain = 1024
    static let mostEntries = 64
    static let mostAuthorizations = 64
    /// The longest path that Linux takes, in bytes.
    private static let longestPath = 4095

    package var entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }

    /// The lists of an item whose own cannot be read: they name no program. They do not count as absent, since an item without lists has
    /// those that name its program.
    package static let namingNobody = AccessList(entries: [])

    static func isPath(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= longestPath && !path.utf8.contains(0)
    }
}

extension AccessList {
    /// The programs that may use an item.
    package struct Programs: Hashable, Sendable {
        /// Whether every program may.
        package var isAny = false
        /// Those that are named, with paths in the form that the kernel gives.
        package var named: Set<Program> = []

        package init() {}

        package var paths: Set<String> { Set(named.map(\.path)) }

        package mutating func formUnion(_ other: Programs) {
            isAny = isAny || other.isAny
            named.formUnion(other.named)
        }
    }

    /// The authorizations that let a program use an item's secret. A program that may only encrypt with a key, or change lists, uses none.
    private static let ofUse: Set<String> = [
        "ACLAuthorizationAny", "ACLAuthorizationDecrypt", "ACLAuthorizationDerive", "ACLAuthorizationExportClear",
        "ACLAuthorizationExportWrapped", "ACLAuthorizationMAC", "ACLAuthorizationSign",
    ]
    /// The bit of the selector that asks for the keychain's password each time.
    private static let requiresPassphrase: UInt16 = 1

    /// The programs that may use the item without being asked.
    package var programs: Programs {
        var programs = Programs()
        for entry in entries
        where entry.selector & Self.requiresPassphrase == 0 && !Self.ofUse.isDisjoint(with: entry.authorizations) {
            guard let named = entry.programs else {
                programs.isAny = true
                continue
            }
            programs.named.formUnion(named.filter { Self.isCanonical($0.path) })
        }
        return programs
    }

    /// Whether a path has the form that the kernel gives: another one is no program's.
    package static func isCanonical(_ path: String) -> Bool {
        isPath(path)
            && path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }
}

extension Item {
    /// The lists of an item that was read with its attributes; nil if it has none.
    package var accessList: AccessList? { AccessList(of: attributes) }
}

extension AccessList {
    /// The lists among an item's attributes; nil if there are none.
    package init?(of attributes: Attributes) {
        guard let value = attributes[.accessList] else { return nil }
        self = value.data.flatMap { try? AccessList(encoded: $0) } ?? .namingNobody
    }
}
