// The numbers of the errors. When each comes: Docs/app-extensions.md, "Errors".

/// The domain of these errors.
public let AppExtensionErrorDomain = "OnePasswordExtension"

/// The user closed the sheet.
public let AppExtensionErrorCodeCancelledByUser = 0
/// No password manager is installed.
public let AppExtensionErrorCodeAPINotAvailable = 1
/// The password manager could not be reached, did not take the request, or went away.
public let AppExtensionErrorCodeFailedToContactExtension = 2
/// The answer could not be read.
public let AppExtensionErrorCodeFailedToLoadItemProviderData = 3
/// The page could not be read.
public let AppExtensionErrorCodeCollectFieldsScriptFailed = 4
/// The page could not be filled.
public let AppExtensionErrorCodeFillFieldsScriptFailed = 5
/// Something of a wrong type, or that contradicts itself, in the request or in the answer; no address.
public let AppExtensionErrorCodeUnexpectedData = 6
/// The web view shows no page.
public let AppExtensionErrorCodeFailedToObtainURLStringFromWebView = 7
