import LinuxSupport

/// The files and the account of the system service. Root makes them when the service is installed.
package enum SystemLocations {
    /// The socket at which it listens.
    package static let socket = SecuredStart.systemService
    /// A file that exists as long as the service is installed, also while it does not listen: users with keychains there must not get
    /// others meanwhile.
    package static let mark = "/etc/chatelaine/system-service"
    /// The directory of the keychains of all users.
    package static let state = "/var/lib/chatelaine"
    /// The account that it runs as.
    package static let account = "chatelaine"
}
