import AgentClient
import Foundation
import Glibc
import GtkSupport
import KeychainServices

/// The programs that may use an item: on this device by the agent's policy for its access group, in a portable keychain by the access lists
/// of the item.
struct ItemPrograms: Sendable {
    /// A program, and why it may use the item.
    struct Entry: Sendable {
        let path: String
        /// The program and its grant, as the agent knows them; `nil` in a portable keychain.
        let known: (program: KnownProgram, grant: KnownProgram.Grant)?

        /// Whether this can be taken back here. A registration would be lost for all groups of the program.
        var isRemovable: Bool { known.map { $0.grant.isRevocable && $0.grant.kind != .registered } ?? true }
        /// Whether it can be given again: only the program can ask the user.
        var isRestorable: Bool { known.map { $0.grant.kind == .shared } ?? true }
    }

    /// The programs, or why there are none.
    enum Listing: Sendable {
        case programs([Entry])
        /// No agent keeps programs apart, or a list is for all programs.
        case everyProgram
        /// It has no lists of its own: its keychain's password counts.
        case noLists
    }

    let keychain: OwnerKeychain
    let owner: OwnerKeychains
    let reference: PersistentReference
    /// The access group of the item.
    let group: String

    /// Reads the programs. Blocks.
    func listing() throws -> Listing {
        guard keychain.isDevice else { return try listed() }
        guard let programs = try owner.programs() else { return .everyProgram }
        return .programs(
            programs.flatMap { program in
                program.grants.filter { $0.name == group && $0.kind != .refused }
                    .map { Entry(path: program.path, known: (program, $0)) }
            })
    }

    private func listed() throws -> Listing {
        guard let item = try keychain.keychain.items(matching: Query(reference)).first else {
            throw KeychainError(.itemNotFound, "the item is no longer there")
        }
        guard let listed = OwnerKeychain.listedPrograms(of: item) else { return .noLists }
        return listed.isAny ? .everyProgram : .programs(listed.paths.map { Entry(path: $0, known: nil) })
    }

    /// Lets a program use the item. Blocks.
    ///
    /// - Parameter path: of its executable.
    /// - Throws: a ``Failure`` for a file that is no program.
    func add(_ path: String) throws {
        if keychain.isDevice { try owner.share(group, with: path) } else { try keychain.list(path, for: reference) }
    }

    /// Takes back what ``add(_:)`` or the user's answer has given. Blocks.
    func remove(_ entry: Entry) throws {
        guard let (program, grant) = entry.known else { return try keychain.unlist(entry.path, for: reference) }
        try owner.revoke(grant, of: program)
    }

    /// Takes back what ``add(_:)`` has given. Blocks.
    func remove(path: String) throws {
        guard case .programs(let entries) = try listing(),
            let entry = entries.first(where: { $0.path == path && $0.isRemovable && $0.isRestorable })
        else { return }
        try remove(entry)
    }

    /// Returns the path of a program as the kernel gives it.
    ///
    /// - Throws: a ``Failure`` for what the kernel does not execute by itself: all scripts of an interpreter are one program.
    @MainActor static func program(at path: String) throws -> String {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        var start = [UInt8](repeating: 0, count: 4)
        // A FIFO or a device must not block this.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, read(descriptor, &start, start.count) == start.count,
            start == Array("\u{7f}ELF".utf8), access(path, X_OK) == 0
        else { throw Failure(message: text("That is no program: choose an executable, and no script.")) }
        return path
    }
}
