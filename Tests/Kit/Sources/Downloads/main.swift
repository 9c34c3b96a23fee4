import Foundation
import Security
import ServerTrust

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let decide: (URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition = Challenges().decide
print("server trust: \(type(of: decide) is Any.Type), \(kSecClassCertificate)")
