import Foundation
import LinuxSupport
import Secrets

/// A format that can be imported.
public protocol ImportFormat: Sendable {
    /// The name in commands, such as `bitwarden-json`.
    var name: String { get }
    /// The name for people, such as `Bitwarden (JSON)`.
    var title: String { get }
    /// Whether the content is of this format. It is decided by the content alone, not by the file's name.
    func recognizes(_ source: ImportSource) -> Bool
    /// Reads a file.
    ///
    /// - Throws: ``ExchangeError``.
    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent
}

/// A format that can be written.
public protocol ExportFormat: Sendable {
    /// The name in commands.
    var name: String { get }
    /// The name for people.
    var title: String { get }
    /// Whether what is written is encrypted. If not, anyone who has the file can read it.
    var isEncrypted: Bool { get }
    /// Whether a directory is written, not a file.
    var isDirectory: Bool { get }
    /// Writes items.
    ///
    /// - Parameters:
    ///   - items: the items; those of the trash are left out by the caller.
    ///   - destination: receives the bytes, or names the directory.
    ///   - context: the inputs besides the items.
    /// - Returns: what the format has no place for.
    /// - Throws: ``ExchangeError``.
    func write(
        _ items: [ExportedItem], to destination: ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark]
}

/// The inputs of an import besides the file.
public struct ImportContext: Sendable {
    /// Returns the password of an encrypted file; `nil` if there is none. It is asked again after a wrong one, with `isAgain`.
    public var password: @Sendable (_ question: String, _ isAgain: Bool) throws -> SecretBytes? = { _, _ in nil }
    /// The content of a key file; `nil` if there is none.
    public var keyFile: SecretFile?
    /// Columns of a CSV file and what they are: `("Login Name", "username")`.
    public var columns: [(column: String, field: String)] = []
    /// Ends the work.
    package var cancellation: Cancellation?
    /// Receives the part that is done, from 0 to 1.
    public var progress: @Sendable (Double) -> Void = { _ in }

    /// Makes a context without a password.
    public init() {}

    /// - Throws: ``ExchangeError`` with `.cancelled` if the user has ended the work.
    package func checkCancellation() throws(ExchangeError) {
        if cancellation?.isCancelled ?? false { throw ExchangeError(.cancelled, "interrupted; nothing was changed") }
    }
}

/// The bytes of a small secret file, shared.
public final class SecretFile: Sendable {
    private let slot: SecretSlot

    /// Copies the bytes. The caller wipes its own.
    public init(copying bytes: some Collection<UInt8>) { slot = SecretSlot(copying: bytes) }

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try slot.withUnsafeBytes(body) }
}

/// The inputs of an export besides the items.
public struct ExportContext: Sendable {
    /// The password of an encrypted format.
    public var password: @Sendable () throws -> SecretBytes? = { nil }
    /// The recipients of a format that is encrypted by gpg; empty: the user's default.
    public var recipients: [String] = []
    /// The name of the vault.
    public var vaultName = ""
    /// Whether the key of a password is derived at the least cost: for tests.
    package var derivesCheaply = false
    package var cancellation: Cancellation?
    /// Receives the part that is done, from 0 to 1.
    public var progress: @Sendable (Double) -> Void = { _ in }

    /// Makes a context.
    public init() {}
}

/// The known formats.
public enum ExchangeFormatList {
    /// Those that can be imported. The first that recognises a file reads it: stricter ones come first.
    public static let imports: [any ImportFormat] = [
        // KeePass
        KDBXFormat(), KDBFormat(), KeePassXMLFormat(), KeePass1XMLFormat(), KWalletFormat(),
        // JSON and archives
        ChatelaineFormat(), OnePUXFormat(), OPVaultFormat(), BitwardenFormat(), ProtonFormat(), CXFFormat(),
        EnpassFormat(), OnePIFFormat(),
        // texts
        AegisFormat(), TwoFASFormat(), FreeOTPFormat(), RaivoFormat(), AndOTPFormat(), AndOTPEncryptedFormat(),
        OTPAuthFormat(), PasswordStoreFormat(), KeychainDumpFormat(), NetrcFormat(),
        CSVFormat(.bitwarden), CSVFormat(.nordPass), CSVFormat(.protonPass), CSVFormat(.lastPass),
        CSVFormat(.keePassXC), CSVFormat(.dashlaneLogins), CSVFormat(.dashlanePayments),
        CSVFormat(.dashlaneDocuments), CSVFormat(.dashlanePersons), CSVFormat(.dashlaneNotes), CSVFormat(.firefox),
        CSVFormat(.apple), CSVFormat(.onePassword), CSVFormat(.chrome), CSVFormat(.keePass), CSVFormat(.enpass),
        CSVFormat(.keeper), CSVFormat(.generic),
    ]

    /// Those that can be written.
    public static let exports: [any ExportFormat] = [
        // KeePass
        KDBXFormat(),
        // JSON and archives
        ChatelaineFormat(), BitwardenExport(.plain), BitwardenExport(.protected), BitwardenExport(.archive),
        OnePUXFormat(), CXFFormat(),
        // texts
        CSVExport.chrome, CSVExport.apple, OTPAuthExport(), AegisExport(), PasswordStoreExport(),
    ]
}
