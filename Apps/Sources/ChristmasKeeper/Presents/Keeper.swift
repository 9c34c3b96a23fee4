import Crypto
import Foundation
import GtkSupport

/// Everything that is behind the PIN. It works away from the main thread: a PIN takes half a second, a list as long as it is.
actor Keeper {
    /// What somebody gets who has given a PIN.
    enum Answer: Sendable {
        case open(Contents)
        case wrong(wait: TimeInterval)
        case tooEarly(wait: TimeInterval)
    }

    /// What is behind it.
    struct Contents: Sendable {
        var presents: [Present] = []
        /// Files that could not be opened.
        var unreadable = 0
        /// What was being written when the program went back to the PIN.
        var draft: PresentContent?
    }

    /// Nobody has given the PIN, or it was asked for again meanwhile.
    struct Closed: Error {}

    private let directory: URL
    private var files: PresentFiles?

    init(_ directory: URL = PresentFiles.usersDirectory) { self.directory = directory }

    // MARK: - The PIN

    /// Whether a PIN was set, and the seconds until one may be given.
    func state(at now: Date) throws -> (isSet: Bool, wait: TimeInterval) {
        // Asked first: it fails where the keychain is locked, and nobody types a password in vain.
        let isSet = try PINLock.isSet() || Settings.hasPIN
        return (isSet, isSet ? try PINLock.wait(at: now) : 0)
    }

    /// Sets the first PIN.
    func setUp(name: String, pin: Data, at now: Date) throws -> Contents {
        try PresentFiles.putAside(directory, at: now)
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

    /// Forgets the key.
    ///
    /// - Parameter draft: what was being written; it is kept, sealed.
    func close(keeping draft: PresentContent?) {
        if let draft { try? files?.keepDraft(draft) }
        files = nil
    }

    // MARK: - Presents

    /// Adds a present, and forgets the draft that it was.
    func add(_ content: PresentContent) throws -> Present {
        let files = try opened()
        let present = try files.add(content)
        files.removeDraft()
        return present
    }

    /// All of a present, and its picture as it is drawn.
    func details(of id: UUID) throws -> (content: PresentContent, picture: Pixels?) {
        let content = try opened().content(of: id)
        return (content, Self.pixels(content.picture))
    }

    /// Forgets what was being written.
    func removeDraft() throws { try opened().removeDraft() }

    private func opened() throws -> PresentFiles {
        guard let files else { throw Closed() }
        return files
    }

    /// A picture as it is drawn; nil: there is none, or it is damaged.
    nonisolated static func pixels(_ data: Data, atMost side: Int = PresentPicture.mostPixels) -> Pixels? {
        data.isEmpty ? nil : try? PictureReader.pixels(of: data, atMost: side)
    }
}
