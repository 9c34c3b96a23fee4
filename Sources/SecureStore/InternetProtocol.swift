/// The protocol of a server. The raw values are those that the keychain stores.
///
/// Specified in: keychain-services 1.5.
public enum InternetProtocol: String, CaseIterable, Sendable {
    /// FTP.
    case ftp = "ftp "
    /// The account of an FTP server.
    case ftpAccount = "ftpa"
    /// HTTP.
    case http = "http"
    /// Internet Relay Chat.
    case irc = "irc "
    /// News.
    case nntp = "nntp"
    /// POP3 mail.
    case pop3 = "pop3"
    /// SMTP mail.
    case smtp = "smtp"
    /// A SOCKS proxy.
    case socks = "sox "
    /// IMAP mail.
    case imap = "imap"
    /// LDAP.
    case ldap = "ldap"
    /// AppleTalk.
    case appleTalk = "atlk"
    /// Apple's file sharing.
    case afp = "afp "
    /// Telnet.
    case telnet = "teln"
    /// Secure Shell.
    case ssh = "ssh "
    /// FTP over TLS.
    case ftps = "ftps"
    /// HTTP over TLS.
    case https = "htps"
    /// A proxy for HTTP.
    case httpProxy = "htpx"
    /// A proxy for HTTP over TLS.
    case httpsProxy = "htsx"
    /// A proxy for FTP.
    case ftpProxy = "ftpx"
    /// SMB file sharing.
    case smb = "smb "
    /// Media streams.
    case rtsp = "rtsp"
    /// A proxy for media streams.
    case rtspProxy = "rtsx"
    /// Apple's music sharing.
    case daap = "daap"
    /// Apple events of another computer.
    case eppc = "eppc"
    /// Printing.
    case ipp = "ipp "
    /// News over TLS.
    case nntps = "ntps"
    /// LDAP over TLS.
    case ldaps = "ldps"
    /// Telnet over TLS.
    case telnetS = "tels"
    /// IMAP mail over TLS.
    case imaps = "imps"
    /// Internet Relay Chat over TLS.
    case ircs = "ircs"
    /// POP3 mail over TLS.
    case pop3S = "pops"
}
