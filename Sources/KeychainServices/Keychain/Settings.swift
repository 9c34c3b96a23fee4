import Foundation
import Glibc
import LinuxSupport

/// The user's settings: `configuration.json` in `$CHATELAINE_HOME`, else in `$XDG_CONFIG_HOME/chatelaine`, else in
/// `~/.config/chatelaine`. The system service uses the administrator's, in `/etc/chatelaine`.
///
/// Specified in: Docs/authentication.md, "Settings".
package struct Settings: Sendable, Equatable {
    /// The secret that counts as the passcode of the device.
    package enum Passcode: String, Codable, Sendable {
        /// The keychain's own passcode.
        case chatelaine
        /// The password of the account, through PAM.
        case pam
    }

    package var passcode = Passcode.chatelaine
    /// The program that asks PAM: an absolute path; nil for the installed one.
    package var pamHelper: String?
    /// The address of the TPM for the device key and for keys in hardware: a TCTI string; nil for the machine's own.
    package var tcti: String?
    /// Whether keys in hardware may be in software where there is no TPM.
    package var allowsSoftwareKeys = false

    package init() {}

    /// The path of the administrator's settings.
    package static let systemPath = "/etc/chatelaine/configuration.json"

    /// Returns the path of the user's settings; nil if no variable names a directory.
    package static func userPath(_ directories: UserDirectories = UserDirectories()) -> String? {
        if let home = directories.absolute("CHATELAINE_HOME") { return home + "/configuration.json" }
        return directories.configuration.map { $0 + "/chatelaine/configuration.json" }
    }

    private static let mostBytes = 64 << 10

    /// Reads settings from a file.
    ///
    /// - Returns: the settings; the defaults if the file does not exist.
    /// - Throws: `.parameter` for a file that cannot be parsed: if it were ignored, the user would believe that it is in effect.
    package static func read(_ path: String?) throws(KeychainError) -> Settings {
        guard let path else { return Settings() }
        do {
            // One byte more than the limit, so that a truncated file is not mistaken for the whole.
            guard let contents = try Descriptor.contents(ofNamed: path, limit: mostBytes + 1) else { return Settings() }
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
                .parameter, "the settings in “\(path)” are invalid: \(Self.explain(error))",
                remedy: "see share/doc/chatelaine/authentication.md, “Settings”, or remove the file")
        } catch {
            throw KeychainError(
                .parameter, "the settings in “\(path)” cannot be read", remedy: "check that you may read the file")
        }
    }

    private struct File: Decodable {
        struct Authentication: Decodable {
            var passcode: Passcode?
            var pamHelper: String?
        }
        struct TrustedPlatform: Decodable {
            var tcti: String?
            var allowsSoftwareKeys: Bool?
        }
        var authentication: Authentication?
        var tpm: TrustedPlatform?
    }

    private init(_ file: File) {
        passcode = file.authentication?.passcode ?? .chatelaine
        pamHelper = file.authentication?.pamHelper
        tcti = file.tpm?.tcti
        allowsSoftwareKeys = file.tpm?.allowsSoftwareKeys ?? false
    }

    private static func explain(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is not JSON" : "“\(path)” has an invalid value"
        case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
        @unknown default: return "the file is invalid"
        }
    }
}
