import Foundation
import LinuxSupport
import Security

/// The names that macOS's command has for formats and types of items.
enum ExchangeNames {
    private static let formats: [String: SecExternalFormat] = [
        "openssl": .formatOpenSSL, "openssh1": .formatSSH, "openssh2": .formatSSHv2, "bsafe": .formatBSAFE,
        "raw": .formatRawKey, "pkcs7": .formatPKCS7, "pkcs8": .formatWrappedPKCS8, "pkcs12": .formatPKCS12,
        "netscape": .formatNetscapeCertSequence, "x509": .formatX509Cert, "pemseq": .formatPEMSequence,
    ]
    private static let types: [String: SecExternalItemType] = [
        "pub": .itemTypePublicKey, "priv": .itemTypePrivateKey, "session": .itemTypeSessionKey,
        "cert": .itemTypeCertificate, "agg": .itemTypeAggregate,
    ]

    static func format(_ name: String) throws -> SecExternalFormat {
        guard let format = formats[name] else { throw UsageError("“\(name)” is no format") }
        return format
    }

    static func type(_ name: String) throws -> SecExternalItemType {
        guard let type = types[name] else { throw UsageError("“\(name)” is no type") }
        return type
    }
}

/// Runs a function that returns a status; any failure ends with 1, as in the commands for files.
func exchanging(_ function: String, _ body: () -> OSStatus) throws {
    let status = body()
    guard status == errSecSuccess else { throw Ending.failed(function, status) }
}

extension Ending {
    /// An end with 1 and the text of a status.
    static func failed(_ function: String, _ status: OSStatus) -> Ending {
        Ending(1, "security: \(function): \(statusText(status))")
    }
}

/// Reads a file that an argument names: 16 MiB at most, which is what the readers of its formats take. A device may have no end.
func contents(of path: String) throws -> NSData {
    let limit = 16 << 20
    let data: Data
    do {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
        throw Ending(1, "security: “\(UntrustedText.forTerminal(path))” cannot be read")
    }
    guard data.count <= limit else {
        throw Ending(1, "security: “\(UntrustedText.forTerminal(path))” is larger than 16 MiB")
    }
    return NSData(data: data)
}
