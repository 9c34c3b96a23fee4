import Foundation
import SecureStore
import Security
import Testing

/// The enums' raw values and the keychain's constants are the same, for every case.
@Suite struct ConstantsTests {
    private static let protocols: [(InternetProtocol, String)] = [
        (.ftp, kSecAttrProtocolFTP as String),
        (.ftpAccount, kSecAttrProtocolFTPAccount as String),
        (.http, kSecAttrProtocolHTTP as String),
        (.irc, kSecAttrProtocolIRC as String),
        (.nntp, kSecAttrProtocolNNTP as String),
        (.pop3, kSecAttrProtocolPOP3 as String),
        (.smtp, kSecAttrProtocolSMTP as String),
        (.socks, kSecAttrProtocolSOCKS as String),
        (.imap, kSecAttrProtocolIMAP as String),
        (.ldap, kSecAttrProtocolLDAP as String),
        (.appleTalk, kSecAttrProtocolAppleTalk as String),
        (.afp, kSecAttrProtocolAFP as String),
        (.telnet, kSecAttrProtocolTelnet as String),
        (.ssh, kSecAttrProtocolSSH as String),
        (.ftps, kSecAttrProtocolFTPS as String),
        (.https, kSecAttrProtocolHTTPS as String),
        (.httpProxy, kSecAttrProtocolHTTPProxy as String),
        (.httpsProxy, kSecAttrProtocolHTTPSProxy as String),
        (.ftpProxy, kSecAttrProtocolFTPProxy as String),
        (.smb, kSecAttrProtocolSMB as String),
        (.rtsp, kSecAttrProtocolRTSP as String),
        (.rtspProxy, kSecAttrProtocolRTSPProxy as String),
        (.daap, kSecAttrProtocolDAAP as String),
        (.eppc, kSecAttrProtocolEPPC as String),
        (.ipp, kSecAttrProtocolIPP as String),
        (.nntps, kSecAttrProtocolNNTPS as String),
        (.ldaps, kSecAttrProtocolLDAPS as String),
        (.telnetS, kSecAttrProtocolTelnetS as String),
        (.imaps, kSecAttrProtocolIMAPS as String),
        (.ircs, kSecAttrProtocolIRCS as String),
        (.pop3S, kSecAttrProtocolPOP3S as String),
    ]

    @Test(arguments: protocols)
    func protocolsHaveTheKeychainsValues(name: InternetProtocol, constant: String) {
        #expect(name.rawValue == constant)
    }

    @Test func noProtocolIsLeftOut() {
        #expect(Set(Self.protocols.map(\.0)) == Set(InternetProtocol.allCases))
    }

    private static let authenticationTypes: [(InternetAuthenticationType, String)] = [
        (.ntlm, kSecAttrAuthenticationTypeNTLM as String),
        (.msn, kSecAttrAuthenticationTypeMSN as String),
        (.dpa, kSecAttrAuthenticationTypeDPA as String),
        (.rpa, kSecAttrAuthenticationTypeRPA as String),
        (.httpBasic, kSecAttrAuthenticationTypeHTTPBasic as String),
        (.httpDigest, kSecAttrAuthenticationTypeHTTPDigest as String),
        (.htmlForm, kSecAttrAuthenticationTypeHTMLForm as String),
        (.default, kSecAttrAuthenticationTypeDefault as String),
    ]

    @Test(arguments: authenticationTypes)
    func authenticationTypesHaveTheKeychainsValues(name: InternetAuthenticationType, constant: String) {
        #expect(name.rawValue == constant)
    }

    @Test func noAuthenticationTypeIsLeftOut() {
        #expect(Set(Self.authenticationTypes.map(\.0)) == Set(InternetAuthenticationType.allCases))
    }
}
