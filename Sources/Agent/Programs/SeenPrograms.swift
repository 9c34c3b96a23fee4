import AccessPolicy
import Glibc
import KeychainServices
import ProcessIdentity
import Synchronization

/// The identities of the programs that have sent requests, so that a person can name them by their paths.
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

    /// Returns the identity of the program at a path, to which something is to be granted: as it was seen last, or as the policy knows it.
    ///
    /// At a path that root protects it is the program that root has put there, whatever was seen with that path or is known by it: a
    /// program that loads a library of the user's has the path as well, and is not what the person who names the path means.
    ///
    /// - Throws: `.itemNotFound` for a program that root does not protect and that was never seen: its files are not known.
    func subject(at path: String, _ document: PolicyDocument) throws(KeychainError) -> Subject {
        // At a path of root's without a file, nothing that was seen there before was root's.
        guard !ProtectedPath.contains(path) || access(path, F_OK) == 0 else { throw .unseen(path) }
        do throws(PolicyError) {
            if ProtectedPath.contains(path), !Interpreters.contain(path: Array(path.utf8)) {
                return try .system(path: path)
            }
            if let seen = subjects.withLock({ $0[path] }) { return seen }
            // Before the owner of the file: an interpreter would be granted something that none of its scripts ever gets.
            if Interpreters.contain(path: Array(path.utf8)) { return try .interpreter(path: path) }
            if document.isTrusted(path) { return try .unpinned(path: path) }
            if let pin = document.allPins.first(where: { $0.path == path }) {
                return try .pinned(path: path, digest: pin.digest, memory: pin.memory ?? [])
            }
        } catch {
            throw KeychainError(.parameter, "\(error)")
        }
        throw .unseen(path)
    }

    /// Returns the identity of a program that has changed, which a person accepts: as it was seen last.
    ///
    /// - Throws: as ``subject(at:_:)``.
    func changedSubject(at path: String, _ document: PolicyDocument) throws(KeychainError) -> Subject {
        if let seen = subjects.withLock({ $0[path] }) { return seen }
        return try subject(at: path, document)
    }
}

extension KeychainError {
    fileprivate static func unseen(_ path: String) -> KeychainError {
        KeychainError(
            .itemNotFound, "the agent has not seen “\(path)” yet",
            remedy: "give the absolute path, without symbolic links, and start the program once")
    }
}
