import DataProtection
import Foundation
import GtkSupport

/// The notes on the disk: protected files of the class *complete*, so that they cannot be read while the keychain is locked. Their names
/// reveal nothing.
final class NoteFiles: Sendable {
    /// The result of reading all notes.
    struct Content: Sendable {
        var notes: [Note] = []
        /// The notes that were changed while the keychain was locked, and that contain these changes now.
        var recovered: [UUID] = []
        /// The reasons why files could not be read.
        var problems: [String] = []
    }

    /// An error with the message for the user.
    struct Failure: Error, Sendable {
        let text: String
        var isLocked = false
    }

    private static let (note, edit, most) = ("note", "edit", 10_000)
    private let directory: URL
    /// The serial queue of operations, in the order of their calls.
    private let queue = DispatchQueue(label: "notes")

    init(_ directory: URL) { self.directory = directory }

    /// Reads all notes.
    func load() async throws(Failure) -> Content {
        try await perform { [self] in try readAll() }
    }

    /// Writes a note. If the keychain is locked by then, the changes go to another file, which ``load()`` reads after the next unlock.
    func save(_ note: Note) async throws(Failure) {
        try await perform { [self] in try write(note) }
    }

    /// Removes a note.
    func delete(_ id: UUID) async throws(Failure) {
        try await perform { [self] in
            for kind in [Self.note, Self.edit] where FileManager.default.fileExists(atPath: url(id, kind).path) {
                try FileManager.default.removeItem(at: url(id, kind))
            }
        }
    }

    // MARK: - On the queue

    private func readAll() throws -> Content {
        var content = Content()
        let files = try files()
        for (id, url) in files where url.pathExtension == Self.note {
            do {
                content.notes.append(try read(id, url))
            } catch let error as ProtectedFileError where error.isLocked {
                // The other files could not be read either.
                throw error
            } catch {
                content.problems.append("\(url.lastPathComponent): \(error.localizedDescription)")
            }
        }
        for (id, url) in files where url.pathExtension == Self.edit { recover(id, url, &content) }
        return content
    }

    private func write(_ note: Note) throws {
        let data = try note.data
        guard data.count <= Note.mostBytes else {
            throw Failure(text: "a note has \(Note.mostBytes >> 20) MiB at most")
        }
        try Directories.make(directory)
        do throws(ProtectedFileError) {
            try ProtectedFile.write(data, to: url(note.id, Self.note), protection: .complete)
        } catch {
            guard error.isLocked else { throw error }
            // A file of this class can be written at any time, and read only after the next unlock.
            try ProtectedFile.write(data, to: url(note.id, Self.edit), protection: .completeUnlessOpen)
        }
    }

    private func files() throws -> [(UUID, URL)] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        let urls = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return urls.sorted { $0.path < $1.path }.prefix(Self.most).compactMap { url in
            UUID(uuidString: url.deletingPathExtension().lastPathComponent).map { ($0, url) }
        }
    }

    private func read(_ id: UUID, _ url: URL) throws -> Note {
        guard try ProtectedFile.length(of: url) <= Note.mostBytes else { throw CocoaError(.fileReadTooLarge) }
        return try Note(id, ProtectedFile.read(from: url))
    }

    /// Moves changes that were made while the keychain was locked into the note's own file.
    private func recover(_ id: UUID, _ url: URL, _ content: inout Content) {
        do {
            let edited = try read(id, url)
            let known = content.notes.firstIndex { $0.id == id }
            if let known, content.notes[known].modified >= edited.modified {
                return try FileManager.default.removeItem(at: url)
            }
            try ProtectedFile.write(edited.data, to: self.url(id, Self.note), protection: .complete)
            try FileManager.default.removeItem(at: url)
            if let known { content.notes[known] = edited } else { content.notes.append(edited) }
            content.recovered.append(id)
        } catch {
            content.problems.append("\(url.lastPathComponent): \(error.localizedDescription)")
        }
    }

    private func url(_ id: UUID, _ kind: String) -> URL {
        directory.appendingPathComponent(id.uuidString).appendingPathExtension(kind)
    }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body).mapError(Self.failure)) }
        }
        return try result.get()
    }

    private static func failure(_ error: any Error) -> Failure {
        switch error {
        case let error as Failure: error
        case let error as ProtectedFileError: Failure(text: error.description, isLocked: error.isLocked)
        default: Failure(text: error.localizedDescription)
        }
    }
}
