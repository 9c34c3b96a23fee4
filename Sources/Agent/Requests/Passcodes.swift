import AgentProtocol
import Foundation
import KeychainServices
import Secrets

extension AgentServer {
    /// The longest passcode, in bytes.
    private static let longestPasscode = 4096

    /// - Parameter secret: the passcode, or the old one and the new one.
    func prepare(
        _ request: WirePasscode, _ secret: UnsafeRawBufferPointer, _ keychain: any KeychainService
    ) throws(KeychainError) -> Work {
        guard let firstLength = Int(exactly: request.firstLength), firstLength <= secret.count,
            secret.count <= 2 * Self.longestPasscode
        else { throw .unreadable("passcodes of other lengths than it says") }
        let first = SecretHolder(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: secret[..<firstLength])))
        let second = SecretHolder(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: secret[firstLength...])))
        let done = Answer.body(.done(.init()))
        switch request.operation {
        case .unlock:
            return .passcode { [autoLock] progress throws(KeychainError) in
                try keychain.unlock(passcode: first.secret, progress: progress)
                autoLock.start()
                return done
            }
        case .set:
            return .passcode { [autoLock] progress throws(KeychainError) in
                try keychain.setPasscode(first.secret, progress: progress)
                autoLock.start()
                return done
            }
        case .change, .changeCompromised:
            let compromised = request.operation == .changeCompromised
            return .passcode { progress throws(KeychainError) in
                try keychain.changePasscode(
                    from: first.secret, to: second.secret, compromised: compromised, progress: progress)
                return done
            }
        case .remove:
            return .passcode { _ throws(KeychainError) in
                try keychain.removePasscode(first.secret)
                return done
            }
        case .verify:
            return .passcode { _ throws(KeychainError) in
                .count(try keychain.verify(passcode: first.secret) ? 1 : 0)
            }
        case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown operation on the passcode")
        }
    }
}
