import Foundation
import Security

extension Command {
    static let verifyCertificate = Command(
        name: "verify-cert",
        arguments: "-c certFile [-r rootFile] [-p policy] [-C] [-n name] [-e address] [-d date] [-k keychain] [-LNqv]",
        help: """
            Verify certificates.
                -c  the certificate, then its issuers
                -r  an anchor, in place of those of the system
                -p  the policy: basic, ssl, smime, codeSign or timestamping
                -C  as the certificate of a client
                -n  the host that it has to name; -e  the e-mail address
                -d  the moment, as 2026-01-31-12:00:00 in UTC
                -k  a keychain with further issuers
                -L, -N  nothing is fetched anyway; keychains are searched only with -k
                -q  print nothing
            """
    ) { try VerifyCertificate(&$0).run() }
}

private struct VerifyCertificate {
    private var (certificates, roots) = ([SecCertificate](), [SecCertificate]())
    private var policy = PolicyChoice.basic
    private var (name, date) = (String?.none, Date?.none)
    private var (isClient, isQuiet) = (false, false)
    private let console: any Console

    init(_ invocation: inout Invocation) throws {
        console = invocation.console
        isQuiet = invocation.isQuiet
        var options = OptionReader("c:r:p:Cn:e:d:k:LNqvlR:Pt", invocation.arguments)
        var issuers: [SecCertificate] = []
        while let (letter, value) = try options.next() {
            let value = value ?? ""
            switch letter {
            case "c": certificates += try CertificateFile.certificates(value)
            case "r": roots += try CertificateFile.certificates(value)
            case "p": policy = try PolicyChoice.named(value, of: "verify-cert")
            case "C": isClient = true
            case "n", "e": name = value
            case "d": date = try Self.date(value)
            case "k":
                issuers += try calling("SecKeychainOpen") { try invocation.keychains.one(value) }.certificates()
            case "q": isQuiet = true
            case "L", "N", "v": break
            default: throw Ending.notImplemented("verify-cert", "-\(letter)")
            }
        }
        guard options.operands.isEmpty else { throw Ending.notImplemented("verify-cert", "url") }
        guard !certificates.isEmpty else { throw UsageError() }
        certificates += issuers
    }

    private static func date(_ text: String) throws -> Date {
        let parts = text.split(whereSeparator: { "-:".contains($0) }).map(String.init)
        let time = parts.count == 6 ? parts[3...].joined(separator: ":") : "00:00:00"
        let day = parts.prefix(3).joined(separator: "-")
        guard [3, 6].contains(parts.count), let date = try? Date("\(day)T\(time)Z", strategy: .iso8601) else {
            throw UsageError("“\(text)” is no date")
        }
        return date
    }

    func run() throws {
        guard let certificate = certificates.first, let policy = policy.policy(for: name, isClient: isClient) else {
            throw UsageError()
        }
        let status = TrustResult.status(of: certificate, certificates, [policy]) { trust in
            if !roots.isEmpty { _ = SecTrustSetAnchorCertificates(trust, roots as NSArray) }
            if let date { _ = SecTrustSetVerifyDate(trust, date as NSDate) }
        }
        guard status == errSecSuccess else {
            throw Ending(1, isQuiet ? nil : "Cert Verify Result: \(TrustResult.name(status))")
        }
        if !isQuiet { try console.print("...certificate verification successful.") }
    }
}
