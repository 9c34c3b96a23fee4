import Foundation
import KeychainServices
import ProcessIdentity

extension Program {
    /// Returns the access groups that the program proposes by the file next to its executable, or by its name.
    ///
    /// The helper that identifies programs has read the file: this process would wait for a file system that does not answer.
    ///
    /// - Throws: `.missingEntitlement` if there is a list that cannot be read.
    func declaredGroups() throws(KeychainError) -> AccessGroups {
        switch declaration.kind {
        case .entitlements: try .of(executable: path, list: Data(declaration.contents))
        case .information: .of(executable: path, information: Data(declaration.contents))
        case .absent: .of(executable: path, information: nil)
        case .notRegular: throw AccessGroups.unreadableList(of: path, "it is not a regular file")
        case .tooLarge: throw AccessGroups.unreadableList(of: path, "it is larger than 1 MiB")
        case .unreadable: throw AccessGroups.unreadableList(of: path, "the agent may not read it")
        }
    }

    /// Returns whether the file next to the executable of a secured program reserves its groups for secured programs. Root alone can have
    /// put it there.
    ///
    /// - Throws: as ``declaredGroups()``.
    func declaresSecuredGroups() throws(KeychainError) -> Bool {
        guard subject.strength == .secured, declaration.kind == .entitlements else { return false }
        return try AccessGroups.areSecured(of: path, list: Data(declaration.contents))
    }
}
