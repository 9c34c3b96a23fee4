import AgentProtocol
import Foundation

extension KeptRequest {
    /// Requests to a password manager, which this agent is not: it says that it does not know them.
    static var passwordManager: [KeptRequest] {
        [
            asking("find") {
                $0.operation = .find
                $0.activationToken = "kept-token"
            },
            asking("store", "kept passwordWendy") {
                $0.operation = .store
                $0.details = details
                $0.details.passwordLength = 13
                $0.generator.minLength = 8
                $0.generator.maxLength = 30
                $0.generator.requireDigits = true
                $0.generator.requireSymbols = false
                $0.generator.forbiddenCharacters = "0O"
                $0.parentWindow = "x11:1c00007"
            },
            asking("change", "kept oldWendy") {
                $0.operation = .change
                $0.details = details
                $0.details.oldPasswordLength = 8
                $0.alternatives = [
                    .with {
                        $0.name = "kept"
                        $0.title = "Kept"
                    }
                ]
            },
            asking("fill") {
                $0.operation = .fill
                $0.page.model = Data(#"{"version":1,"fields":[]}"#.utf8)
                $0.page.onlyLogins = true
            },
        ]
    }

    private static let details = WireLoginDetails.with {
        $0.title = "Kept"
        $0.username = "wendy"
        $0.notes = "notes"
        $0.sectionTitle = "Profile"
        $0.fields = [
            .with {
                $0.name = "firstname"
                $0.valueLength = 5
            }
        ]
    }

    private static func asking(
        _ name: String, _ secret: String = "", _ change: (inout WirePasswordManagerRequest) -> Void
    ) -> KeptRequest {
        var request = WirePasswordManagerRequest.with { $0.url = "https://kept.example" }
        change(&request)
        return fails("password-manager-" + name, .passwordManager(request), secret, status: -4)
    }
}
