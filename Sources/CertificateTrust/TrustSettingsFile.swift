import CLinux
import Foundation
import Glibc
import LinuxSupport

/// A file with trust settings: the user's, which the user's programs can change, or the administrator's.
///
/// Specified in: Docs/trust.md, “Settings”.
package struct TrustSettingsFile: Sendable {
    /// A failure to read or write the file.
    package struct Failure: Error, Sendable {
        package enum Kind: Sendable {
            /// The file is there, and is not what it should be. It is not ignored: it may forbid a certificate.
            case invalid
            /// It cannot be written.
            case notWritable
        }

        package let kind: Kind
        package let reason: String
        package let remedy: String
    }

    private struct Contents: Codable {
        struct Entry: Codable {
            let certificate: Data
            let rules: [TrustSettings.Rule]
        }

        var version = 1
        var certificates: [Entry]
    }

    package let path: String

    /// The file that is the user's in this task, for tests.
    @TaskLocal package static var override: TrustSettingsFile?

    /// The largest file that is read, in bytes.
    private static let maximumSize = 8 << 20
    private static let name = "trust-settings.json"

    package init(path: String) { self.path = path }

    /// The administrator's file, which root alone can write.
    package static let administrator = TrustSettingsFile(path: "/etc/chatelaine/" + name)

    /// The user's file: in `$CHATELAINE_HOME`, else in `$XDG_CONFIG_HOME/chatelaine`, else in `~/.config/chatelaine`; nil without any.
    ///
    /// Nil as well in a program with more rights than its user, and in a secured one: any program of the user can write the file.
    package static func user(_ directories: UserDirectories = UserDirectories()) -> TrustSettingsFile? {
        if let override { return override }
        guard geteuid() == getuid(), !SecuredStart.isSecured, !ProgramMark.isHeldBySelf else { return nil }
        if let home = directories.chatelaineHome {
            return home.hasPrefix("/") ? TrustSettingsFile(path: home + "/" + name) : nil
        }
        return directories.configuration.map { TrustSettingsFile(path: $0 + "/chatelaine/" + name) }
    }

    /// Returns the settings of the user and, about other certificates, of the administrator, whose denials count for all.
    package static func current() throws(Failure) -> TrustSettings {
        try (user()?.read() ?? TrustSettings()).completed(by: administrator.read())
    }

    /// Reads the settings; none if there is no file.
    package func read() throws(Failure) -> TrustSettings {
        let bytes: [UInt8]?
        do throws(TrustedFile.Distrust) {
            bytes = try TrustedFile.contents(of: path, limit: Self.maximumSize)
        } catch { throw invalid(error.reason) }
        guard let bytes else {
            guard access(path, F_OK) != 0 else { throw invalid("it cannot be opened") }
            return TrustSettings()
        }
        return try parse(Data(bytes))
    }

    private func parse(_ data: Data) throws(Failure) -> TrustSettings {
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data), contents.version == 1,
            contents.certificates.count <= TrustSettings.mostCertificates
        else { throw invalid("it is not in the format of this version") }
        var settings = TrustSettings()
        for entry in contents.certificates {
            let certificate: Certificate
            do throws(TrustError) {
                certificate = try Certificate(der: [UInt8](entry.certificate))
            } catch { throw invalid("a certificate in it cannot be read") }
            guard entry.rules.count <= TrustSettings.mostRules else { throw invalid("it has too many rules") }
            settings[certificate] = entry.rules
        }
        return settings
    }

    /// Changes the settings, while no other process does.
    ///
    /// - Parameter timeout: the milliseconds to wait for other processes that change them.
    package func change(timeout: Int64 = 30_000, _ change: (inout TrustSettings) throws(Failure) -> Void)
        throws(Failure)
    {
        let directory = try openDirectory()
        let lock = try lock(in: directory, timeout: timeout)
        defer { extendLifetime(lock) }
        var settings = try read()
        try change(&settings)
        guard settings.certificates.count <= TrustSettings.mostCertificates else {
            throw notWritable("there would be too many certificates in it")
        }
        try write(settings, in: directory)
    }

    /// Opens the directory, which is made if there is none.
    private func openDirectory() throws(Failure) -> Descriptor {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let directory = Descriptor(open(parent.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
            (try? OwnFile.checkDirectory(parent.path)) != nil
        else { throw notWritable("its directory cannot be used") }
        return directory
    }

    /// Locks the changes, until the file that it returns is closed. The lock is on a file of mode 0600: other users can open the directory,
    /// and could lock that for ever.
    private func lock(in directory: borrowing Descriptor, timeout: Int64) throws(Failure) -> Descriptor {
        let name = URL(fileURLWithPath: path).lastPathComponent + ".lock"
        guard let opened = try? OwnFile.open(name, O_RDWR | O_CREAT, in: directory.number) else {
            throw notWritable("“\(name)” beside it cannot be used")
        }
        let number = opened.release()
        let error = clinux_ofd_lock_within(number, timeout)
        // After a timeout the descriptor belongs to the thread that still waits.
        guard error != ETIMEDOUT else { throw notWritable("another process has been changing them for too long") }
        let file = Descriptor(owning: number)
        guard error == 0 else { throw notWritable(String(cString: strerror(error))) }
        return file
    }

    private func write(_ settings: TrustSettings, in directory: borrowing Descriptor) throws(Failure) {
        let entries = settings.certificates.map { certificate in
            Contents.Entry(certificate: Data(certificate.der), rules: settings[certificate] ?? [])
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let sorted = entries.sorted { $0.certificate.lexicographicallyPrecedes($1.certificate) }
        guard let data = try? encoder.encode(Contents(certificates: sorted)), data.count <= Self.maximumSize else {
            throw notWritable("it would be too large")
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        let temporary = name + ".new"
        guard let file = try? OwnFile.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, in: directory.number),
            fchmod(file.number, 0o600) == 0, data.withUnsafeBytes({ file.write($0).errno }) == 0,
            file.synchronize() == 0
        else { throw notWritable(String(cString: strerror(errno))) }
        guard renameat(directory.number, temporary, directory.number, name) == 0, directory.synchronize() == 0
        else { throw notWritable(String(cString: strerror(errno))) }
    }

    private func invalid(_ reason: String) -> Failure {
        Failure(
            kind: .invalid, reason: "the trust settings in “\(path)” are not used: \(reason)",
            remedy: "repair or remove the file; until then no certificate is trusted")
    }

    private func notWritable(_ reason: String) -> Failure {
        Failure(
            kind: .notWritable, reason: "the trust settings in “\(path)” cannot be changed: \(reason)",
            remedy: "check the directory and its owner; the administrator’s settings take root")
    }
}
