import Foundation
import Security

extension Command {
    static let verifyCertificate = Command(
        name: "verify-cert",
        arguments:
            "-c certFile | url [-r rootFile] [-p policy] [-C] [-n name] [-d date] [-k keychain] [-R check] [-LNPltqv]",
        help: """
            Verify certificates: those of files, or those that a server shows, whose address with https:// is given.
                -c  the certificate, then its issuers
                -r  an anchor, in place of those of the system
                -p  the policy: basic, ssl, smime, codeSign or timestamping
                -C  as the certificate of a client
                -n, -s  the host that it has to name; -e  the e-mail address
                -d  the moment, as 2026-01-31-12:00:00 in UTC
                -k  a keychain with further issuers
                -L, -N  nothing more is fetched anyway; keychains are searched only with -k
                -R  ocsp, crl, require or offline: with require, every certificate below the anchor needs a response, and
                    none is fetched
                -l  the certificate is that of an authority, which is no error anyway
                -P, -t  print the chain in PEM, or as text
                -q  print nothing
            """
    ) { try VerifyCertificate(&$0).run() }
}

private struct VerifyCertificate {
    private var (certificates, roots) = ([SecCertificate](), [SecCertificate]())
    private var policy = PolicyChoice.basic
    private var (name, date) = (String?.none, Date?.none)
    private var (isClient, isQuiet, showsPEM, showsText) = (false, false, false, false)
    private var revocation: CFOptionFlags = 0
    /// The server's response about the state of its certificate.
    private var statusResponse: [UInt8]?
    private let console: any Console

    init(_ invocation: inout Invocation) throws {
        console = invocation.console
        isQuiet = invocation.isQuiet
        var options = OptionReader("c:r:p:Cn:e:s:d:k:LNqvlR:Pt", invocation.arguments)
        var (issuers, givenPolicy) = ([SecCertificate](), PolicyChoice?.none)
        while let (letter, value) = try options.next() {
            let value = value ?? ""
            switch letter {
            case "c": certificates += try CertificateFile.certificates(value)
            case "r": roots += try CertificateFile.certificates(value)
            case "p": givenPolicy = try PolicyChoice.named(value, of: "verify-cert")
            case "C": isClient = true
            case "n", "e", "s": name = value
            case "d": date = try DateArgument.date(value)
            case "R": revocation |= try Self.revocation(value)
            case "P": showsPEM = true
            case "t": showsText = true
            case "k":
                issuers += try calling("SecKeychainOpen") { try invocation.keychains.one(value) }.certificates()
            case "q": isQuiet = true
            default: break
            }
        }
        policy = givenPolicy ?? policy
        if let address = options.operands.first {
            guard options.operands.count == 1, certificates.isEmpty else { throw UsageError() }
            policy = try givenPolicy ?? PolicyChoice.named("ssl", of: "verify-cert")
            try take(TLSServer(address))
        }
        guard !certificates.isEmpty else { throw UsageError() }
        certificates += issuers
    }

    /// Takes what a server shows. Its certificate has to be for the host of the address, unless another name is given.
    private mutating func take(_ server: TLSServer) throws {
        let shown = try server.handshake()
        certificates = shown.certificates.compactMap { SecCertificateCreateWithData(nil, NSData(data: Data($0))) }
        guard !certificates.isEmpty else { throw Ending(1, "security: verify-cert: the server shows no certificate") }
        name = name ?? server.host
        statusResponse = shown.statusResponse
    }

    private static func revocation(_ name: String) throws -> CFOptionFlags {
        let flags: [String: CFOptionFlags] = [
            "ocsp": kSecRevocationOCSPMethod, "crl": kSecRevocationCRLMethod,
            "require": kSecRevocationRequirePositiveResponse, "offline": kSecRevocationNetworkAccessDisabled,
        ]
        guard let flag = flags[name] else { throw UsageError("“\(name)” is no check of revocation") }
        return flag
    }

    func run() throws {
        guard let certificate = certificates.first, let policy = policy.policy(for: name, isClient: isClient) else {
            throw UsageError()
        }
        var policies = [policy]
        if revocation != 0 {
            let methods =
                revocation & kSecRevocationUseAnyAvailableMethod == 0 ? kSecRevocationUseAnyAvailableMethod : 0
            if let check = SecPolicyCreateRevocation(revocation | methods) { policies.append(check) }
        }
        var chain: [SecCertificate] = []
        let status = TrustResult.status(of: certificate, certificates, policies) { trust in
            if !roots.isEmpty { _ = SecTrustSetAnchorCertificates(trust, roots as NSArray) }
            if let statusResponse { _ = SecTrustSetOCSPResponse(trust, NSData(data: Data(statusResponse))) }
            if let date { _ = SecTrustSetVerifyDate(trust, date as NSDate) }
            if showsPEM || showsText { chain = (SecTrustCopyCertificateChain(trust) as? [SecCertificate]) ?? [] }
        }
        if !isQuiet {
            for certificate in chain {
                if showsText { try console.write(certificate.text) }
                if showsPEM { try console.write(certificate.pem) }
            }
        }
        guard status == errSecSuccess else {
            throw Ending(1, isQuiet ? nil : "Cert Verify Result: \(TrustResult.name(status))")
        }
        if !isQuiet { try console.print("...certificate verification successful.") }
    }
}
