import Crypto
import DataProtection
import Foundation
import GtkSupport

/// The files of the presents, one for each: protected ones, sealed once more with the key that only the PIN opens.
struct PresentFiles: Sendable {
    let directory: URL
    let key: SymmetricKey

    private static let suffix = "present"
    /// A file of another size was not written here.
    private static let mostBytes = 40 << 20

    /// Where the user's are.
    static let usersDirectory = Directories.data("io.github.chatelaine.ChristmasKeeper")

    /// Puts presents aside that nobody can open any more, for somebody who finds the key.
    static func putAside(_ directory: URL, at date: Date) throws {
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: directory.path), !names.isEmpty else { return }
        let other = directory.path + " until \(Int(date.timeIntervalSince1970))"
        try files.moveItem(atPath: directory.path, toPath: other)
    }

    /// All presents, the newest first, and how many files could not be opened.
    func list() throws -> (presents: [Present], unreadable: Int) {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        var presents: [Present] = []
        var unreadable = 0
        for name in names where name.hasSuffix("." + Self.suffix) {
            guard let id = UUID(uuidString: String(name.dropLast(Self.suffix.count + 1))) else { continue }
            do {
                presents.append(try content(of: id).present(id))
            } catch let error as ProtectedFileError where error.isLocked {
                throw error
            } catch {
                // One that is damaged does not keep the others away.
                unreadable += 1
            }
        }
        return (presents.sorted { ($0.date, $0.id.uuidString) > ($1.date, $1.id.uuidString) }, unreadable)
    }

    /// All of a present.
    func content(of id: UUID) throws -> PresentContent { try read(file(id), name: id.uuidString) }

    /// Adds a present.
    func add(_ content: PresentContent) throws -> Present {
        let id = UUID()
        try write(content, to: file(id), name: id.uuidString, protection: .complete)
        return content.present(id)
    }

    // MARK: - What was being written

    /// Keeps what is not finished. Also while the keychain is locked: that may be why it is not.
    func keepDraft(_ draft: PresentContent) throws {
        try write(draft, to: draftFile, name: Self.draftName, protection: .completeUnlessOpen)
    }

    /// What was not finished; nil: nothing.
    func draft() -> PresentContent? { try? read(draftFile, name: Self.draftName) }

    /// Forgets what was not finished.
    func removeDraft() { try? FileManager.default.removeItem(at: draftFile) }

    private static let draftName = "draft"
    private var draftFile: URL { directory.appendingPathComponent(Self.draftName) }

    // MARK: - Files

    private func file(_ id: UUID) -> URL {
        directory.appendingPathComponent(id.uuidString).appendingPathExtension(Self.suffix)
    }

    private func read(_ url: URL, name: String) throws -> PresentContent {
        let reader = try ProtectedFileReader(url)
        guard reader.length <= Self.mostBytes else { throw SealedContent.Unreadable() }
        return try SealedContent.open(reader.readToEnd(), named: name, with: key)
    }

    private func write(
        _ content: PresentContent, to url: URL, name: String, protection: FileProtectionType
    ) throws {
        try Directories.make(directory)
        let sealed = try SealedContent.seal(content, named: name, with: key)
        try ProtectedFile.write(sealed, to: url, protection: protection)
    }
}
