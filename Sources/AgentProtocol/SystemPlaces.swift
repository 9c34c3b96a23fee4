/// Where the system service is, and as whom it runs. All of it is made by root, when the service is installed.
package enum SystemPlaces {
    /// Where it listens.
    package static let socket = "/run/chatelaine/agent.socket"
    /// There as long as the service is installed, also while nobody listens: who has keychains there is not to get others meanwhile.
    package static let mark = "/etc/chatelaine/system-service"
    /// Where the keychains of all users are.
    package static let state = "/var/lib/chatelaine"
    /// The account that it runs as.
    package static let account = "chatelaine"
}
