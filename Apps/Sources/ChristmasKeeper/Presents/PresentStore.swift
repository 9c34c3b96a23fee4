import Crypto
import Foundation
import GtkSupport

/// The data behind the PIN. It works away from the main thread: a PIN takes half a second, and reading the list takes as long as it is.
actor PresentStore {
    /// The answer to a PIN.
    enum Answer: Sendable {
        case open(Contents)
        case wrong(wait: TimeInterval)
        case tooEarly(wait: TimeInterval)
    }

    /// The data behind the PIN.
    struct Contents: Sendable {
        var presents: [Present] = []
        /// The number of files that could not be opened.
        var unreadable = 0
        /// The unfinished present, from before the list was closed.
        var draft: PresentContent?
    }

    /// The error when no PIN was entered, or the list was closed in the meantime.
    struct Locked: Error {}

    private let directory: URL
    private var files: PresentFiles?

    init(_ directory: URL = PresentFiles.usersDirectory) { self.directory = directory }

    // MARK: - The PIN

    /// Whether a PIN is set, and the seconds until one may be entered.
    func state(at now: Date) throws -> (isSet: Bool, wait: TimeInterval) {
        // Read first: it fails if the keychain is locked, before the user types a password in vain.
        let isSet = try PINLock.isSet() || Settings.hasPIN
        return (isSet, isSet ? try PINLock.wait(at: now) : 0)
    }

    /// Sets the first PIN.
    func setUp(name: String, pin: Data, at now: Date) throws -> Contents {
        try PresentFiles.moveAway(directory, at: now)
        try Directories.make(directory)
        files = PresentFiles(directory: directory, key: try PINLock.set(pin))
        Settings.keep(name: name)
        return Contents()
    }

    /// Tries a PIN.
    func open(_ pin: Data, at now: Date) throws -> Answer {
        switch try PINLock.open(pin, at: now) {
        case .wrong(let wait): return .wrong(wait: wait)
        case .tooEarly(let wait): return .tooEarly(wait: wait)
        case .open(let key):
            let files = PresentFiles(directory: directory, key: key)
            try Directories.make(directory)
            let (presents, unreadable) = try files.list()
            self.files = files
            return .open(Contents(presents: presents, unreadable: unreadable, draft: files.draft()))
        }
    }

    /// Drops the key.
    ///
    /// - Parameter draft: the unfinished present, which is stored encrypted.
    func close(keeping draft: PresentContent?) {
        if let draft { try? files?.keepDraft(draft) }
        files = nil
    }

    // MARK: - Presents

    /// Adds a present, and removes its draft.
    func add(_ content: PresentContent) throws -> Present {
        let files = try opened()
        let present = try files.add(content)
        files.removeDraft()
        return present
    }

    /// Returns the whole content of a present, and its picture decoded.
    func details(of id: UUID) throws -> (content: PresentContent, picture: Pixels?) {
        let content = try opened().content(of: id)
        return (content, Self.pixels(content.picture))
    }

    /// Removes the draft.
    func removeDraft() throws { try opened().removeDraft() }

    private func opened() throws -> PresentFiles {
        guard let files else { throw Locked() }
        return files
    }

    /// Returns a decoded picture; `nil` if there is none, or it is damaged.
    nonisolated static func pixels(_ data: Data, atMost side: Int = PresentPicture.mostPixels) -> Pixels? {
        data.isEmpty ? nil : try? PictureReader.pixels(of: data, atMost: side)
    }
}
