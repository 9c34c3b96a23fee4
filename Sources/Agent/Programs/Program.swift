import CLinux
import Glibc
import KeychainServices

/// A program that asks, as the agent found it.
package struct Program: Sendable {
    /// Who sent what arrived, as the kernel says.
    package let credentials: ProcessCredentials
    /// The path of its executable.
    package let path: String
    /// What tells this process with this executable from every other one.
    package let fingerprint: String
    /// How much its identity is worth, for people.
    package let strength: String

    package init(credentials: ProcessCredentials, path: String, fingerprint: String, strength: String) {
        self.credentials = credentials
        self.path = path
        self.fingerprint = fingerprint
        self.strength = strength
    }
}

/// A process and its user.
package struct ProcessCredentials: Hashable, Sendable {
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    init(_ credentials: clinux_credentials) {
        (pid, uid, gid) = (credentials.pid, credentials.uid, credentials.gid)
    }
}

/// Finds out who asks, and decides what that program may have.
package protocol Gatekeeper: Sendable {
    /// Looks at a process.
    ///
    /// - Parameter pidfd: refers to it, whatever becomes of its number.
    /// - Throws: `.notAvailable` if it has ended.
    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program

    /// The access groups that a program gets.
    ///
    /// - Parameter wanted: what it asks for; empty: what it is given.
    /// - Throws: `.missingEntitlement` if it asks for what it may not have.
    func groups(for program: Program, wanted: [String]) throws(KeychainError) -> AccessGroups
}
