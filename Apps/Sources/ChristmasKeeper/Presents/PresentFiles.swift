import Crypto
import DataProtection
import Foundation
import GtkSupport

/// The files of the presents, one for each: protected files whose content is encrypted once more with the key that only the PIN opens.
struct PresentFiles: Sendable {
    let directory: URL
    let key: SymmetricKey

    private static let suffix = "present"
    /// The largest size of a file that this program writes, in bytes.
    private static let mostBytes = 40 << 20

    /// The directory of the user's presents.
    static let usersDirectory = Directories.data("io.github.chatelaine.ChristmasKeeper")

    /// Moves presents that can no longer be decrypted to another directory, in case the key is found again.
    static func moveAway(_ directory: URL, at date: Date) throws {
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: directory.path), !names.isEmpty else { return }
        let other = directory.path + " until \(Int(date.timeIntervalSince1970))"
        try files.moveItem(atPath: directory.path, toPath: other)
    }

    /// Returns all presents, the newest first, and the number of files that could not be opened.
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
                // A damaged file must not hide the others.
                unreadable += 1
            }
        }
        return (presents.sorted { ($0.date, $0.id.uuidString) > ($1.date, $1.id.uuidString) }, unreadable)
    }

    /// Returns the whole content of a present.
    func content(of id: UUID) throws -> PresentContent { try read(file(id), name: id.uuidString) }

    /// Adds a present.
    func add(_ content: PresentContent) throws -> Present {
        let id = UUID()
        try write(content, to: file(id), name: id.uuidString, protection: .complete)
        return content.present(id)
    }

    // MARK: - The draft

    /// Stores the draft. This also works while the keychain is locked: the lock may be the reason why the draft is unfinished.
    func keepDraft(_ draft: PresentContent) throws {
        try write(draft, to: draftFile, name: Self.draftName, protection: .completeUnlessOpen)
    }

    /// Returns the draft; `nil` if there is none.
    func draft() -> PresentContent? { try? read(draftFile, name: Self.draftName) }

    /// Removes the draft.
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
