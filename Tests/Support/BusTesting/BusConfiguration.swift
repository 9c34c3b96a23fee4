/// The rules of a message bus (dbus-daemon(1)).
public enum BusConfiguration: Sendable {
    /// Those of a user's session, with the services that are installed.
    case standardSession
    /// Every program may do everything; no services are started.
    case open(BusKind)
    /// The elements of a configuration besides the kind and the address.
    case rules(BusKind, String)

    /// The kind of bus that a configuration says it is.
    public enum BusKind: String, Sendable {
        /// A user's.
        case session
        /// The machine's.
        case system
    }

    /// Returns the configuration file; `nil` for the one that is installed.
    func text(address: String) -> String? {
        switch self {
        case .standardSession: return nil
        case .open(let kind): return Self.text(kind, address, Self.everything)
        case .rules(let kind, let rules): return Self.text(kind, address, rules)
        }
    }

    private static func text(_ kind: BusKind, _ address: String, _ rules: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>\(kind.rawValue)</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
        \(rules)
        </busconfig>
        """
    }

    private static let everything = """
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow receive_sender="*"/>
            <allow eavesdrop="true"/>
          </policy>
        """
}
