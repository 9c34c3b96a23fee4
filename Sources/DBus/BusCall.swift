/// A method call.
package struct BusCall {
    package let destination: String
    package let path: String
    package let interface: String
    package let member: String
    package var arguments: [BusArgument] = []
    /// Whether polkit may ask the user for a password.
    package var allowsInteractiveAuthorization = false

    /// Creates a call of the method `member` of an object.
    ///
    /// - Parameters:
    ///   - destination: the bus name of the object's owner.
    ///   - path: the path of the object.
    package init(
        destination: String, path: String, interface: String, member: String, arguments: [BusArgument] = [],
        allowsInteractiveAuthorization: Bool = false
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.allowsInteractiveAuthorization = allowsInteractiveAuthorization
    }
}

extension BusCall {
    /// The name of the bus daemon, and of its interface.
    package static let busDaemon = "org.freedesktop.DBus"

    /// Returns a call of a method of the bus daemon.
    package static func toDaemon(_ member: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: busDaemon, path: "/org/freedesktop/DBus", interface: busDaemon, member: member,
            arguments: arguments)
    }
}
