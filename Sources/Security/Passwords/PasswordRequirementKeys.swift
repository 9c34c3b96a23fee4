// The keys of the dictionary of requirements that `SecPasswordGenerate` takes, and of the one that
// `SecPasswordCopyDefaultPasswordLength` returns (keychain-services 7.1). All are optional unless they say that they are not.

/// The minimum length in characters, separators included: a number. Never optional.
///
/// On Apple's systems the constant of this name has the text of `kSecPasswordMaxLength`; source for both writes `"PasswordMinLength"`.
nonisolated(unsafe) public let kSecPasswordMinLength: CFString = "PasswordMinLength" as NSString
/// The maximum length in characters, separators included: a number. Never optional.
nonisolated(unsafe) public let kSecPasswordMaxLength: CFString = "PasswordMaxLength" as NSString
/// The characters that may be drawn: a string. Optional for a PIN only.
nonisolated(unsafe) public let kSecPasswordAllowedCharacters: CFString = "PasswordAllowedCharacters" as NSString
/// Sets of characters, each of which is represented: an array of strings or of character sets. Optional for a PIN only.
nonisolated(unsafe) public let kSecPasswordRequiredCharacters: CFString = "PasswordRequiredCharacters" as NSString
/// Whether all other requirements are ignored: the string “true”, or a Boolean.
nonisolated(unsafe) public let kSecPasswordDefaultForType: CFString = "PasswordDefaultForType" as NSString
/// Characters that never occur: a string or a character set.
nonisolated(unsafe) public let kSecPasswordDisallowedCharacters: CFString = "PasswordDisallowedCharacters" as NSString
/// Characters that are never the first: a string or a character set.
nonisolated(unsafe) public let kSecPasswordCantStartWithChars: CFString = "PasswordCantStartWithChars" as NSString
/// Characters that are never the last: a string or a character set.
nonisolated(unsafe) public let kSecPasswordCantEndWithChars: CFString = "PasswordCantEndWithChars" as NSString
/// The maximum number of characters of a set: a dictionary with `kSecPasswordCharacterCount` and `kSecPasswordCharacters`.
nonisolated(unsafe) public let kSecPasswordContainsNoMoreThanNSpecificCharacters: CFString =
    "PasswordContainsNoMoreThanNSpecificCharacters" as NSString
/// The minimum number of characters of a set: a dictionary with `kSecPasswordCharacterCount` and `kSecPasswordCharacters`.
nonisolated(unsafe) public let kSecPasswordContainsAtLeastNSpecificCharacters: CFString =
    "PasswordContainsAtLeastNSpecificCharacters" as NSString
/// The maximum number of identical characters in a row: a number.
nonisolated(unsafe) public let kSecPasswordContainsNoMoreThanNConsecutiveIdenticalCharacters: CFString =
    "PasswordContainsNoMoreThanNConsecutiveIdenticalCharacters" as NSString
/// The number of characters of a set: a number.
nonisolated(unsafe) public let kSecPasswordCharacterCount: CFString = "PasswordCharacterCount" as NSString
/// A set of characters: a string or a character set.
nonisolated(unsafe) public let kSecPasswordCharacters: CFString = "PasswordCharacters" as NSString
/// The number of characters between two separators: a number.
nonisolated(unsafe) public let kSecPasswordGroupSize: CFString = "PasswordGroupSize" as NSString
/// The number of groups: a number.
nonisolated(unsafe) public let kSecPasswordNumberOfGroups: CFString = "PasswordNumberOfGroups" as NSString
/// The separator between groups: a string, “-” by default.
nonisolated(unsafe) public let kSecPasswordSeparator: CFString = "SecPasswordSeparator" as NSString
