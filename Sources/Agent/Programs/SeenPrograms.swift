import AccessPolicy
import Glibc
import KeychainServices
import ProcessIdentity
import Synchronization

/// What the programs were made of that have asked for something, so that a person can speak of them by their paths.
final class SeenPrograms: Sendable {
    private static let most = 1000
    private let subjects = Mutex<[String: Subject]>([:])

    func note(_ subject: Subject) {
        guard let path = subject.path else { return }
        subjects.withLock { subjects in
            if subjects.count >= Self.most, subjects[path] == nil { subjects.removeAll() }
            subjects[path] = subject
        }
    }

    /// What a path stands for: the program as it was seen last, or as the policy knows it.
    ///
    /// - Throws: `.itemNotFound` for a program that root does not protect and that was never seen: nobody could say what it is
    ///   made of.
    func subject(at path: String, _ document: PolicyDocument) throws(KeychainError) -> Subject {
        if let seen = subjects.withLock({ $0[path] }) { return seen }
        do throws(PolicyError) {
            // Before whose the file is: it would be granted something that no script of it ever gets.
            if Interpreters.contain(path: Array(path.utf8)) { return try .interpreter(path: path) }
            if document.isTrusted(path) { return try .unpinned(path: path) }
            if let pin = document.allPins.first(where: { $0.path == path }) {
                return try .pinned(path: path, digest: pin.digest)
            }
            var status = stat()
            // Whether root really protects it is judged when it runs; if not, this subject never matches it.
            if lstat(path, &status) == 0, status.st_uid == 0, status.st_mode & 0o022 == 0 {
                return try .system(path: path)
            }
        } catch {
            throw KeychainError(.parameter, "\(error)")
        }
        throw KeychainError(
            .itemNotFound, "the agent has not seen “\(path)” yet",
            remedy: "give the absolute path, without symbolic links, and start the program once")
    }
}
