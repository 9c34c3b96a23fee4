import KeychainServices
import PasswordGeneration
import Security

// The functions that generate and judge passwords.

extension KeychainBackend {
    func generatePassword(_ type: SecPasswordType, _ requirements: CFDictionary?) throws(CFError) -> CFString {
        try reportingRequirements("SecPasswordGenerate") { () throws(PasswordRequirementsError) in
            let type = try PasswordType(type)
            let requirements = try requirements.map { (given) throws(PasswordRequirementsError) in
                try PasswordRequirements(given)
            }
            return try PasswordGenerator().password(of: type, requirements: requirements) as NSString
        }
    }

    func generateDigits(_ count: CFIndex) throws(CFError) -> CFString {
        try reportingRequirements("SecPasswordCreateWithRandomDigits") { () throws(PasswordRequirementsError) in
            do throws(PasswordOptionsError) {
                return try PasswordGenerator().pin(digits: count).string() as NSString
            } catch {
                throw PasswordRequirementsError(error.reason)
            }
        }
    }

    func defaultLength(of type: SecPasswordType) throws(CFError) -> CFDictionary {
        try reportingRequirements("SecPasswordCopyDefaultPasswordLength") { () throws(PasswordRequirementsError) in
            let type = try PasswordType(type)
            return [kSecPasswordGroupSize: type.groupSize, kSecPasswordNumberOfGroups: type.numberOfGroups]
                as NSDictionary
        }
    }

    func isWeak(_ password: CFString) -> Bool { PasswordStrength.isWeak(password as String) }

    func isWeak(_ password: CFString, asSimplePIN isSimple: Bool) -> Bool {
        PasswordStrength.isWeak(password as String, asSimplePIN: isSimple)
    }

    func generateSharedPassword() -> CFString {
        PasswordGenerator().password(of: .sharedWebCredential) as NSString
    }
}

extension PasswordType {
    fileprivate init(_ number: SecPasswordType) throws(PasswordRequirementsError) {
        guard let type = PasswordType.all.first(where: { $0.number == Int(number) }) else {
            throw PasswordRequirementsError("there is no such type of password")
        }
        self = type
    }
}

/// Runs one of the functions that generate passwords.
private func reportingRequirements<Result>(
    _ function: StaticString, _ body: () throws(PasswordRequirementsError) -> Result
) throws(CFError) -> Result {
    try reporting(function) { () throws(KeychainError) in
        do throws(PasswordRequirementsError) {
            return try body()
        } catch {
            throw KeychainError(.init(rawValue: PasswordRequirementsError.status), error.reason)
        }
    }
}
