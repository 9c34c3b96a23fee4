// Protocols of internet passwords: the values of `kSecAttrProtocol`. Some end with a space.

/// The protocol FTP.
nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp " as NSString
/// The protocol FTPAccount.
nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa" as NSString
/// The protocol HTTP.
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http" as NSString
/// The protocol IRC.
nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc " as NSString
/// The protocol NNTP.
nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp" as NSString
/// The protocol POP3.
nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3" as NSString
/// The protocol SMTP.
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp" as NSString
/// The protocol SOCKS.
nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox " as NSString
/// The protocol IMAP.
nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap" as NSString
/// The protocol LDAP.
nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap" as NSString
/// The protocol AppleTalk.
nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk" as NSString
/// The protocol AFP.
nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp " as NSString
/// The protocol Telnet.
nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln" as NSString
/// The protocol SSH.
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh " as NSString
/// The protocol FTPS.
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps" as NSString
/// The protocol HTTPS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps" as NSString
/// The protocol HTTPProxy.
nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx" as NSString
/// The protocol HTTPSProxy.
nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx" as NSString
/// The protocol FTPProxy.
nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx" as NSString
/// The protocol SMB.
nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb " as NSString
/// The protocol RTSP.
nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp" as NSString
/// The protocol RTSPProxy.
nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx" as NSString
/// The protocol DAAP.
nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap" as NSString
/// The protocol EPPC.
nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc" as NSString
/// The protocol IPP.
nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp " as NSString
/// The protocol NNTPS.
nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps" as NSString
/// The protocol LDAPS.
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps" as NSString
/// The protocol TelnetS.
nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels" as NSString
/// The protocol IMAPS.
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps" as NSString
/// The protocol IRCS.
nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs" as NSString
/// The protocol POP3S.
nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops" as NSString
