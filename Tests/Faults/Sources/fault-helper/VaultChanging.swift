import FaultModel
import KeychainServices
import PasswordVault

@testable import KeyManagement

/// Gives the vault of the tests another name, deletes it, or brings it back; then says so.
func changeVault(root: String, change name: String) throws {
    let directory = VaultDirectory(root: KeychainRoot(path: root), passwordCost: .cheapForTests)
    switch VaultChange(rawValue: name) {
    case .rename: try directory.rename(VaultChange.name, to: VaultChange.newName)
    case .delete: try directory.delete(VaultChange.name)
    case .deleteNow: try directory.delete(VaultChange.name, keepingCopy: false)
    case .undelete: try directory.undelete(VaultChange.name)
    case nil: fail("no such change")
    }
    say("done")
}
