/// The protocol of an internet password.
public enum SecProtocolType: FourCharCode, Sendable {
    /// Any protocol.
    case any = 0
    /// The protocol FTP.
    case FTP = 0x6674_7020
    /// The protocol FTPAccount.
    case FTPAccount = 0x6674_7061
    /// The protocol HTTP.
    case HTTP = 0x6874_7470
    /// The protocol IRC.
    case IRC = 0x6972_6320
    /// The protocol NNTP.
    case NNTP = 0x6e6e_7470
    /// The protocol POP3.
    case POP3 = 0x706f_7033
    /// The protocol SMTP.
    case SMTP = 0x736d_7470
    /// The protocol SOCKS.
    case SOCKS = 0x736f_7820
    /// The protocol IMAP.
    case IMAP = 0x696d_6170
    /// The protocol LDAP.
    case LDAP = 0x6c64_6170
    /// The protocol appleTalk.
    case appleTalk = 0x6174_6c6b
    /// The protocol AFP.
    case AFP = 0x6166_7020
    /// The protocol telnet.
    case telnet = 0x7465_6c6e
    /// The protocol SSH.
    case SSH = 0x7373_6820
    /// The protocol FTPS.
    case FTPS = 0x6674_7073
    /// The protocol HTTPS.
    case HTTPS = 0x6874_7073
    /// The protocol HTTPProxy.
    case HTTPProxy = 0x6874_7078
    /// The protocol HTTPSProxy.
    case HTTPSProxy = 0x6874_7378
    /// The protocol FTPProxy.
    case FTPProxy = 0x6674_7078
    /// The protocol CIFS.
    case CIFS = 0x6369_6673
    /// The protocol SMB.
    case SMB = 0x736d_6220
    /// The protocol RTSP.
    case RTSP = 0x7274_7370
    /// The protocol RTSPProxy.
    case RTSPProxy = 0x7274_7378
    /// The protocol DAAP.
    case DAAP = 0x6461_6170
    /// The protocol EPPC.
    case EPPC = 0x6570_7063
    /// The protocol IPP.
    case IPP = 0x6970_7020
    /// The protocol NNTPS.
    case NNTPS = 0x6e74_7073
    /// The protocol LDAPS.
    case LDAPS = 0x6c64_7073
    /// The protocol telnetS.
    case telnetS = 0x7465_6c73
    /// The protocol IMAPS.
    case IMAPS = 0x696d_7073
    /// The protocol IRCS.
    case IRCS = 0x6972_6373
    /// The protocol POP3S.
    case POP3S = 0x706f_7073
    /// The protocol cvsPserver.
    case cvsPserver = 0x6376_7370
    /// The protocol SVN.
    case SVN = 0x7376_6e20
}

/// The way to authenticate with an internet password.
public enum SecAuthenticationType: FourCharCode, Sendable {
    /// Any way.
    case any = 0
    /// NTLM.
    case NTLM = 0x6e74_6c6d
    /// Microsoft Network.
    case MSN = 0x6d73_6e61
    /// Distributed Password Authentication.
    case DPA = 0x6470_6161
    /// Remote Password Authentication.
    case RPA = 0x7270_6161
    /// HTTP Basic.
    case httpBasic = 0x6874_7470
    /// HTTP Digest.
    case httpDigest = 0x6874_7464
    /// A form of a page.
    case htmlForm = 0x666f_726d
    /// The default.
    case `default` = 0x6466_6c74
}
