// The keys of the dictionaries that programs pass and receive. Docs/app-extensions.md, "Dictionaries", describes each.

/// The address, in a result.
public let AppExtensionURLStringKey = "url_string"
/// The username: a `String`.
public let AppExtensionUsernameKey = "username"
/// The password: a `String`. An empty one counts as absent.
public let AppExtensionPasswordKey = "password"
/// The current one-time code, in a result, if the login has one.
public let AppExtensionTOTPKey = "totp"
/// The title of the login: a `String`.
public let AppExtensionTitleKey = "login_title"
/// Notes: a `String`.
public let AppExtensionNotesKey = "notes"
/// The title of the section with the fields: a `String`.
public let AppExtensionSectionTitleKey = "section_title"
/// Further fields: a dictionary of strings.
public let AppExtensionFieldsKey = "fields"
/// The further fields as they were saved, in a result: a dictionary of strings.
public let AppExtensionReturnedFieldsKey = "returned_fields"
/// The previous password, in the result of a change.
public let AppExtensionOldPasswordKey = "old_password"
/// The requirements for a generated password, as a part of the details: a dictionary with the keys below.
public let AppExtensionPasswordGeneratorOptionsKey = "password_generator_options"

/// The minimum number of characters: a number from 4 on.
public let AppExtensionGeneratedPasswordMinLengthKey = "password_min_length"
/// The maximum number of characters: a number up to 50.
public let AppExtensionGeneratedPasswordMaxLengthKey = "password_max_length"
/// Whether the password must contain a digit.
public let AppExtensionGeneratedPasswordRequireDigitsKey = "password_require_digits"
/// Whether the password must contain a symbol; false means that it must not.
public let AppExtensionGeneratedPasswordRequireSymbolsKey = "password_require_symbols"
/// The characters that the password must not contain: a `String`.
public let AppExtensionGeneratedPasswordForbiddenCharactersKey = "password_forbidden_characters"
