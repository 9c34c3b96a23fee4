/// The numbers under which the poller delivers the events of the server itself.
enum ServerEvent {
    /// A program connects.
    static let listener: Poller.ID = 1
    /// The server is to end.
    static let stop: Poller.ID = 2
    /// The deadline of a connection is over.
    static let deadlines: Poller.ID = 3
    /// The keychain has not been used for a time.
    static let autoLock: Poller.ID = 4
    /// The last connection ended a time ago.
    static let idleExit: Poller.ID = 5
    /// The socket was taken away.
    static let socketWatch: Poller.ID = 6
    /// It is time to try again to make the socket.
    static let relisten: Poller.ID = 7
    /// It is time to move the logs of keychains to the files.
    static let logs: Poller.ID = 8
    /// A portable keychain may not have been used for a time.
    static let keychains: Poller.ID = 9
}
