// The keys of the dictionaries that programs give and get. What each is for: Docs/app-extensions.md, "Dictionaries".

/// The address, in a result.
public let AppExtensionURLStringKey = "url_string"
/// The username: a `String`.
public let AppExtensionUsernameKey = "username"
/// The password: a `String`. Empty counts as none.
public let AppExtensionPasswordKey = "password"
/// The one-time code of this moment, in a result, if the login has one.
public let AppExtensionTOTPKey = "totp"
/// What the login is to be called: a `String`.
public let AppExtensionTitleKey = "login_title"
/// Notes: a `String`.
public let AppExtensionNotesKey = "notes"
/// What the section with the fields is to be called: a `String`.
public let AppExtensionSectionTitleKey = "section_title"
/// Further fields: a dictionary of strings.
public let AppExtensionFieldsKey = "fields"
/// The further fields as they were saved, in a result: a dictionary of strings.
public let AppExtensionReturnedFieldsKey = "returned_fields"
/// The password that was there before, in the result of a change.
public let AppExtensionOldPasswordKey = "old_password"
/// What a generated password is to be like, as a part of the details: a dictionary with the keys below.
public let AppExtensionPasswordGeneratorOptionsKey = "password_generator_options"

/// The least number of characters: a number from 4 on.
public let AppExtensionGeneratedPasswordMinLengthKey = "password_min_length"
/// The most characters: a number up to 50.
public let AppExtensionGeneratedPasswordMaxLengthKey = "password_max_length"
/// Whether there has to be a digit.
public let AppExtensionGeneratedPasswordRequireDigitsKey = "password_require_digits"
/// Whether there has to be a symbol, or must be none.
public let AppExtensionGeneratedPasswordRequireSymbolsKey = "password_require_symbols"
/// Characters that must not be in it: a `String`.
public let AppExtensionGeneratedPasswordForbiddenCharactersKey = "password_forbidden_characters"
