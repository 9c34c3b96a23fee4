import Foundation
import Glibc
import KeychainServices
import LoginSheet
import PasswordVault
import Secrets
import VaultClient

// Opens the sheet for a page with the user's only vault, whose master password is the first line of standard input, a few times, and
// prints the nanoseconds of each: of the benchmarks, which see nothing but public products. An agent takes it for the command line if
// it lies beside it under the name of that.
//
// usage: sheet-probe URL ROUNDS LOGINS-THAT-MATCH

struct Failure: Error {}

func run() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let rounds = Int(arguments[2]), let expected = Int(arguments[3]),
        let password = readLine(strippingNewline: true)
    else { throw Failure() }
    let directory = try AgentVaults.ofUser()
    guard let name = try directory.vaultNames().first else { throw Failure() }
    let vault = try directory.vaultService(named: name)
    try vault.unlock(SecretBytes(copying: password.utf8))
    // What is kept of a vault that an agent has open is the agent's; here it is this object's.
    let vaults = OneVault(name: name, vault: vault)
    let caller = SheetCaller(name: "bench", path: arguments[0], strength: "system", processID: getpid())
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        let start = clock.now
        let sheet = Sheet(
            SheetRequest(.find, url: arguments[1], caller: caller, environment: .window), vaults: vaults)
        let time = clock.now - start
        guard case .list(let list) = sheet.page, list.rows.count == expected else { throw Failure() }
        print(Int64(time / .nanoseconds(1)))
    }
}

/// The vault as it is open already.
struct OneVault: VaultDirectoryService {
    let name: String
    let vault: any VaultService

    func vaultNames() throws(KeychainError) -> [String] { [name] }

    func createVault(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation
    ) throws(KeychainError) -> any VaultService { throw KeychainError(.notAvailable, "the probe makes no vaults") }

    func recoverVault(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError) { throw KeychainError(.notAvailable, "the probe recovers no vaults") }

    func vaultService(named name: String) throws(KeychainError) -> any VaultService { vault }
}

try run()
