import Foundation
import KeyManagement
import Secrets

@testable import KeychainServices

/// An error that equals all with this code.
func failure(_ code: KeychainError.Code) -> KeychainError { KeychainError(code, "") }

/// The key with these letters, as the tables of the specification write it.
func key(_ letters: String) -> AttributeKey {
    AttributeKey(letters) ?? AttributeKey(rawValue: 0)
}

func genericPassword(_ account: String, _ attributes: Attributes = [:], data: String? = "secret") -> NewItem {
    NewItem(
        .genericPassword, Attributes(dictionaryLiteral: (.account, .string(account))).merging(attributes),
        data: data.map { Data($0.utf8) })
}

/// A protection class without conditions, in the form of an access control.
func accessControl(_ protection: ProtectionClass) throws -> AttributeValue {
    .accessControl(try AccessControl(protection: protection))
}
