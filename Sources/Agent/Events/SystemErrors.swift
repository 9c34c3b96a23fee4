import Glibc
import KeychainServices

extension Int32 {
    /// Returns a descriptor, or throws the error whose number it has with the sign changed.
    static func valid(_ descriptor: Int32, _ action: String) throws(KeychainError) -> Int32 {
        guard descriptor >= 0 else { throw .ofSystem(action, errno: -descriptor) }
        return descriptor
    }
}

extension KeychainError {
    /// Returns the error of a system call, by default of the one that has just failed.
    static func ofSystem(_ action: String, errno code: Int32 = errno) -> KeychainError {
        KeychainError(
            .notAvailable, "the agent cannot \(action): \(String(cString: strerror(code)))",
            remedy: code == EMFILE || code == ENFILE ? "raise the limit of open files (ulimit -n)" : nil)
    }
}
