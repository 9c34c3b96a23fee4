/// What a private bus allows: what the system's does.
enum BusConfiguration {
    static func text(socket: String, _ equipment: VirtualReader.Equipment) -> String {
        let services =
            switch equipment {
            case .noDaemon: #"<policy context="default"><allow own="net.reactivated.Fprint"/></policy>"#
            default: "<standard_system_servicedirs/>"
            }
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>system</type>
              <listen>unix:path=\(socket)</listen>
              <auth>EXTERNAL</auth>
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
            </busconfig>
            """
    }
}
