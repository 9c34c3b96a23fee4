import BusTesting

extension BusConfiguration {
    /// The rules of the system's bus; the services that are installed are started when they are called.
    static func system(with equipment: VirtualReader.Equipment) -> BusConfiguration {
        let services =
            switch equipment {
            case .noDaemon: #"<policy context="default"><allow own="net.reactivated.Fprint"/></policy>"#
            default: "<standard_system_servicedirs/>"
            }
        return .rules(
            .system,
            """
              <policy context="default">
                <allow user="*"/>
                <deny own="*"/>
                <deny send_type="method_call"/>
                <allow send_type="signal"/>
                <allow send_requested_reply="true" send_type="method_return"/>
                <allow send_requested_reply="true" send_type="error"/>
                <allow receive_type="method_call"/>
                <allow receive_type="method_return"/>
                <allow receive_type="error"/>
                <allow receive_type="signal"/>
                <allow send_destination="org.freedesktop.DBus"/>
              </policy>
              <include>/usr/share/dbus-1/system.d/net.reactivated.Fprint.conf</include>
              <include>/usr/share/dbus-1/system.d/org.freedesktop.PolicyKit1.conf</include>
              \(services)
            """)
    }
}
