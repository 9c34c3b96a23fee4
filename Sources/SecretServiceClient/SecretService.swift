import DBus
import Glibc
import LinuxSupport
import Secrets

/// A connection to the Secret Service of the user's session: gnome-keyring, KWallet, KeePassXC, or another program that owns the name
/// `org.freedesktop.secrets`.
///
/// Secrets travel in the session form `plain`: the bus and the service belong to the user, and see them in any form that they choose.
/// Specified in: the Secret Service API of freedesktop.org.
package final class SecretService {
    package static let name = "org.freedesktop.secrets"
    /// The time for an answer, in microseconds.
    private static let answerTime: UInt64 = 30_000_000
    /// The time for a person to answer a prompt, in microseconds.
    private static let promptTime: UInt64 = 300_000_000
    /// The most collections, and the most items of all.
    private static let mostPaths = 200_000

    private let bus: BusConnection
    /// The unique name of the service, from which answers have to come.
    private let owner: String
    private let session: String

    /// Connects, and starts a service that the bus can start.
    ///
    /// - Throws: ``SecretServiceError``.
    package init(_ address: BusAddress?, cancellation: Cancellation? = nil) throws(SecretServiceError) {
        guard let address, address.isLocal else {
            throw SecretServiceError("there is no session bus", remedy: "run it in a desktop session")
        }
        do {
            bus = try BusConnection(
                address: address.address, trustedUser: getuid(), cancellation: cancellation,
                timeout: Self.answerTime)
        } catch { throw SecretServiceError(error) }
        owner = try Self.owner(on: bus)
        let open = BusCall(
            destination: owner, path: "/org/freedesktop/secrets", interface: "org.freedesktop.Secret.Service",
            member: "OpenSession", arguments: [.string("plain"), .variant("s", .string(""))])
        session = try Self.ask(open, from: owner, on: bus) { $0.skip("v") ? $0.objectPath() : nil }
    }

    /// Returns the unique name of the service, which the bus starts if it can.
    private static func owner(on bus: BusConnection) throws(SecretServiceError) -> String {
        let question = BusCall.toDaemon("GetNameOwner", [.string(name)])
        if let known = try? ask(question, from: BusCall.busDaemon, on: bus, { $0.string() }) { return known }
        let start = BusCall.toDaemon("StartServiceByName", [.string(name), .number(0)])
        _ = try ask(start, from: BusCall.busDaemon, on: bus) { $0.number() }
        return try ask(question, from: BusCall.busDaemon, on: bus) { $0.string() }
    }

    /// The collections, with their items' paths.
    package func collections() throws(SecretServiceError) -> [SecretCollection] {
        let paths = try property("Collections", of: "/org/freedesktop/secrets", "Service") { message in
            message.variant("ao") { message.objectPaths(atMost: Self.mostPaths) }
        }
        var collections: [SecretCollection] = []
        for path in paths {
            let label = try property("Label", of: path, "Collection") { message in
                message.variant("s") { message.string() }
            }
            let items = try property("Items", of: path, "Collection") { message in
                message.variant("ao") { message.objectPaths(atMost: Self.mostPaths) }
            }
            let isLocked = try property("Locked", of: path, "Collection") { message in
                message.variant("b") { message.bool() }
            }
            collections.append(SecretCollection(path: path, label: label, items: items, isLocked: isLocked))
        }
        return collections
    }

    /// Unlocks a collection. The service asks the user in its own window.
    ///
    /// - Returns: whether it is unlocked.
    package func unlock(_ collection: SecretCollection) throws(SecretServiceError) -> Bool {
        let (unlocked, prompt) = try call(
            "Unlock", of: "/org/freedesktop/secrets", "Service", [.list("o", [.objectPath(collection.path)])]
        ) { message in
            message.objectPaths(atMost: 16).flatMap { paths in message.objectPath().map { (paths, $0) } }
        }
        guard prompt != "/" else { return unlocked.contains(collection.path) }
        _ = try Self.ask(
            .toDaemon(
                "AddMatch",
                [.string("type='signal',sender='\(owner)',interface='org.freedesktop.Secret.Prompt',path='\(prompt)'")]),
            from: BusCall.busDaemon, on: bus
        ) { _ in true }
        try sendPrompt(prompt)
        let deadline = MonotonicTime.now &+ Self.promptTime
        while let message = try next(deadline) {
            guard message.sender == owner, message.path == prompt,
                message.isSignal("org.freedesktop.Secret.Prompt", "Completed")
            else { continue }
            return message.bool() == false
        }
        return false
    }

    private func sendPrompt(_ path: String) throws(SecretServiceError) {
        _ = try call("Prompt", of: path, "Prompt", [.string("")]) { _ in true }
    }

    private func next(_ deadline: UInt64) throws(SecretServiceError) -> BusMessage? {
        do { return try bus.next(until: deadline) } catch { throw SecretServiceError(error) }
    }

    /// Reads an item without its secret.
    package func item(_ path: String) throws(SecretServiceError) -> SecretItem {
        try call("GetAll", of: path, properties: [.string("org.freedesktop.Secret.Item")]) { message in
            var item = SecretItem(path: path)
            let isRead: Void? = message.entries("sv") {
                guard let name = message.string() else { return false }
                return item.read(name, message)
            }
            return isRead.map { item }
        }
    }

    /// Reads the secrets of items; those of locked items are left out.
    ///
    /// - Parameter body: receives the path of an item, its secret, and the type of its content.
    package func secrets(
        of paths: [String], _ body: (_ path: String, _ secret: UnsafeRawBufferPointer, _ type: String) -> Void
    ) throws(SecretServiceError) {
        try call(
            "GetSecrets", of: "/org/freedesktop/secrets", "Service",
            [.list("o", paths.map { .objectPath($0) }), .objectPath(session)]
        ) { message in
            message.markSensitive()
            return message.entries("o(oayays)") {
                guard let path = message.objectPath() else { return false }
                let isRead: Bool? = message.structure("oayays") {
                    guard message.objectPath() != nil, message.skip("ay") else { return nil }
                    // The type comes after the secret.
                    return message.bytes { secret in
                        message.string().map { body(path, secret, $0) } != nil
                    }
                }
                return isRead ?? false
            }
        }
    }

    // MARK: - Calls

    private func property<Value>(
        _ name: String, of path: String, _ interface: String, _ read: (BusMessage) -> Value?
    ) throws(SecretServiceError) -> Value {
        try Self.ask(
            BusCall(
                destination: owner, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
                arguments: [.string("org.freedesktop.Secret.\(interface)"), .string(name)]),
            from: owner, on: bus, read)
    }

    private func call<Value>(
        _ member: String, of path: String, properties arguments: [BusArgument], _ read: (BusMessage) -> Value?
    ) throws(SecretServiceError) -> Value {
        try Self.ask(
            BusCall(
                destination: owner, path: path, interface: "org.freedesktop.DBus.Properties", member: member,
                arguments: arguments), from: owner, on: bus, read)
    }

    private func call<Value>(
        _ member: String, of path: String, _ interface: String, _ arguments: [BusArgument],
        _ read: (BusMessage) -> Value?
    ) throws(SecretServiceError) -> Value {
        try Self.ask(
            BusCall(
                destination: owner, path: path, interface: "org.freedesktop.Secret.\(interface)", member: member,
                arguments: arguments), from: owner, on: bus, read)
    }

    /// Sends a call and reads its answer. One from another sender is none.
    private static func ask<Value>(
        _ call: BusCall, from sender: String, on bus: BusConnection, _ read: (BusMessage) -> Value?
    ) throws(SecretServiceError) -> Value {
        let answer = try answer(to: call, from: sender, on: bus)
        if let answer, answer.isError { throw SecretServiceError(answer) }
        guard let value = answer.flatMap(read) else {
            throw SecretServiceError("the desktop's keyring did not answer as it is specified", remedy: "try again")
        }
        return value
    }

    private static func answer(
        to call: BusCall, from sender: String, on bus: BusConnection
    ) throws(SecretServiceError) -> BusMessage? {
        do throws(BusConnection.Failure) {
            let cookie = try bus.send(call)
            let deadline = MonotonicTime.now &+ answerTime
            while let message = try bus.next(until: deadline) {
                if message.sender == sender, message.answers(cookie) { return message }
            }
            return nil
        } catch { throw SecretServiceError(error) }
    }
}
