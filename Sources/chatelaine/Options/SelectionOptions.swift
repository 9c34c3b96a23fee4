import ArgumentParser
import KeychainServices

/// The options that select the items for a command.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("class"), help: "generic, internet, certificate, key or identity.",
        completion: .list(["generic", "internet", "certificate", "key", "identity"]),
        transform: ItemClassName.parse)
    var itemClass: ItemClass?

    @Option(name: .shortAndLong, help: "The service of a generic password.", completion: KeychainCompletion.services)
    var service: String?

    @Option(name: .shortAndLong, help: "The account.", completion: KeychainCompletion.accounts)
    var account: String?

    @Option(help: "The server of an internet password.", completion: KeychainCompletion.servers)
    var server: String?

    @Option(name: .shortAndLong, help: "The label.", completion: KeychainCompletion.labels)
    var label: String?

    @Option(
        name: .customLong("attr"), help: .repeated("An attribute and its value."),
        completion: KeychainCompletion.attributes,
        transform: AttributeArgument.parse)
    var attributes: [AttributeArgument] = []
}

extension SelectionOptions {
    /// Returns all attributes that were given, including those with an option of their own.
    ///
    /// - Parameters: the operands that a command takes in place of the options, and the group.
    func arguments(service: String? = nil, account: String? = nil, group: String?) throws -> [AttributeArgument] {
        guard service == nil || self.service == nil, account == nil || self.account == nil else {
            throw Failure.usage("service and account were given twice", remedy: "leave out --service and --account")
        }
        let named: [(AttributeKey, String?)] = [
            (.service, service ?? self.service), (.account, account ?? self.account), (.server, server),
            (.label, label),
            (.accessGroup, group),
        ]
        return named.compactMap { key, value in value.map { AttributeArgument(key, $0) } } + attributes
    }

    /// Returns one query for every class that has all the given attributes, or for the class that was named.
    func queries(service: String? = nil, account: String? = nil, group: String?) throws -> [Query] {
        let arguments = try arguments(service: service, account: account, group: group)
        let classes =
            itemClass.map { [$0] }
            ?? ItemClassName.stored.filter { itemClass in
                arguments.allSatisfy { itemClass.attribute($0.key) != nil }
            }
        guard !classes.isEmpty else {
            throw Failure.usage("no kind of item has all of these attributes", remedy: "leave some of them out")
        }
        return try classes.map { try Self.query($0, arguments) }
    }

    /// Returns a query for both synchronised and local items, unless the arguments specify one of them.
    private static func query(_ itemClass: ItemClass, _ arguments: [AttributeArgument]) throws -> Query {
        var query = Query(itemClass, synchronizable: .any)
        for argument in arguments {
            let value = try argument.value(in: itemClass)
            if argument.key == .synchronizable {
                query.synchronizable = value.number == 0 ? .no : .yes
            } else {
                query.attributes[argument.key] = value
            }
        }
        return query
    }
}
