/// The paths and the account of the system service. Root creates all of them when the service is installed.
package enum SystemServicePaths {
    /// The socket of the service.
    package static let socket = "/run/chatelaine/agent.socket"
    /// A file that exists as long as the service is installed, even while it is not running: a user whose keychains are in the service must
    /// not get other ones meanwhile.
    package static let installationMarker = "/etc/chatelaine/system-service"
    /// The directory with the keychains of all users.
    package static let state = "/var/lib/chatelaine"
    /// The account that the service runs as.
    package static let account = "chatelaine"
}
