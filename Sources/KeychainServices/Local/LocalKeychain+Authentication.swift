import KeyManagement
import Secrets

extension LocalKeychain: DevicePasscode {
    package func isSet() throws(KeychainError) -> Bool { try store.read { $0.keys.keybag.hasPasscode } }

    package func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> [Int64: OpeningKey] {
        let base = try store.read { $0.keys }
        return try mappingPasscodeErrors { () throws(KeyError) in try base.passcodeOpeningKeys(passcode) }
    }

    package func availableFactors(of context: AuthenticationContext) throws(KeychainError) -> AvailableFactors {
        let unavailable = AuthenticationError(.biometryNotAvailable, "no fingerprint reader is used here")
        let hasOther = context.authenticator?.hasOtherPasscode ?? false
        return AvailableFactors(
            biometry: context.authenticator?.biometry() ?? .notAvailable(unavailable),
            hasPasscode: try isSet() || hasOther)
    }

    package func show(
        _ demand: AuthenticationDemand, in context: AuthenticationContext, _ cancellation: AuthenticationCancellation
    ) throws(KeychainError) {
        var requirement = demand.requirement
        if requirement.factors.contains(.passcode) {
            requirement = requirement.inKeychain(try store.read { $0.keys.keybag })
        }
        do throws(AuthenticationError) {
            try context.show(requirement, passcode: self, cancellation)
        } catch {
            throw KeychainError(error)
        }
    }
}
