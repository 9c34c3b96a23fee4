import Foundation
import Glibc

/// What a person has set: `configuration.json` in `$CHATELAINE_HOME`, else in `$XDG_CONFIG_HOME/chatelaine`, else in
/// `~/.config/chatelaine`. For the system service it is the administrator's, in `/etc/chatelaine`.
///
/// Specified in: Docs/authentication.md, "Settings".
package struct Settings: Sendable, Equatable {
    /// What counts as the passcode of the device.
    package enum Passcode: String, Codable, Sendable {
        /// The keychain's own.
        case chatelaine
        /// The password of the account, through PAM.
        case pam
    }

    package var passcode = Passcode.chatelaine
    /// The program that asks PAM: an absolute path; nil: the one that is installed.
    package var pamHelper: String?
    /// Of the TPM that holds the device key: a TCTI string; nil: the machine's.
    package var tcti: String?

    package init() {}

    /// Where the administrator's are.
    package static let systemPath = "/etc/chatelaine/configuration.json"

    /// Where the user's are; nil if nothing says where that is.
    package static func userPath(
        _ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> String? {
        let places = [
            ("CHATELAINE_HOME", "/configuration.json"), ("XDG_CONFIG_HOME", "/chatelaine/configuration.json"),
            ("HOME", "/.config/chatelaine/configuration.json"),
        ]
        for (name, suffix) in places {
            if let directory = variable(name), directory.hasPrefix("/") { return directory + suffix }
        }
        return nil
    }

    private static let mostBytes = 64 << 10

    /// - Returns: what is set; the defaults if there is no such file.
    /// - Throws: `.parameter` for a file that cannot be understood: one that is ignored would be taken for one that is not.
    package static func read(_ path: String?) throws(KeychainError) -> Settings {
        guard let path else { return Settings() }
        do {
            // One byte more than there may be: what is cut off is not to be taken for the whole.
            guard let contents = try FileDescriptor.contents(of: path, limit: mostBytes + 1) else { return Settings() }
            guard contents.count <= mostBytes else {
                throw KeychainError(
                    .parameter, "the settings in “\(path)” are longer than \(mostBytes >> 10) KiB",
                    remedy: "see share/doc/chatelaine/authentication.md, “Settings”, or remove the file")
            }
            let data = contents.withUnsafeBytes { Data($0) }
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            return Settings(try decoder.decode(File.self, from: data))
        } catch let error as KeychainError {
            throw error
        } catch let error as DecodingError {
            throw KeychainError(
                .parameter, "the settings in “\(path)” cannot be understood: \(Self.explain(error))",
                remedy: "see share/doc/chatelaine/authentication.md, “Settings”, or remove the file")
        } catch {
            throw KeychainError(
                .parameter, "the settings in “\(path)” cannot be read", remedy: "see that the file is yours to read")
        }
    }

    private struct File: Decodable {
        struct Authentication: Decodable {
            var passcode: Passcode?
            var pamHelper: String?
        }
        struct TrustedPlatform: Decodable { var tcti: String? }
        var authentication: Authentication?
        var tpm: TrustedPlatform?
    }

    private init(_ file: File) {
        passcode = file.authentication?.passcode ?? .chatelaine
        pamHelper = file.authentication?.pamHelper
        tcti = file.tpm?.tcti
    }

    private static func explain(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is no JSON" : "“\(path)” has a value that is not one of its"
        case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
        @unknown default: return "it is not what it should be"
        }
    }
}
