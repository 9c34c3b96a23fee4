import AuthenticationTesting
import Glibc
import LinuxSupport

@testable import AccountPassword

extension PrivateServices {
    func accountPassword(limit: Duration = .seconds(60)) -> Login {
        Login(AccountPassword(helper: BuiltHelper.path, configurationDirectory: path, limit: limit), self)
    }
}

/// A helper, and the directory that it reads.
final class Login: Sendable {
    let password: AccountPassword
    private let services: PrivateServices

    init(_ password: AccountPassword, _ services: PrivateServices) {
        self.password = password
        self.services = services
    }

    var pid: pid_t? { password.pid }
    var isRunning: Bool { password.isRunning }

    func authenticate(
        _ person: Person, user: String = PrivateServices.user, cancellation: Cancellation = Cancellation()
    ) -> Outcome {
        withExtendedLifetime(services) {
            password.authenticate(user: user, cancellation: cancellation, conversation: person.answer)
        }
    }
}
