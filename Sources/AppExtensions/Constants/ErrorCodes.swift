// The error codes. Docs/app-extensions.md, "Errors", lists the causes of each.

/// The domain of these errors.
public let AppExtensionErrorDomain = "OnePasswordExtension"

/// The user closed the sheet.
public let AppExtensionErrorCodeCancelledByUser = 0
/// No password manager is installed.
public let AppExtensionErrorCodeAPINotAvailable = 1
/// The password manager could not be reached, refused the request, or disconnected.
public let AppExtensionErrorCodeFailedToContactExtension = 2
/// The answer could not be read.
public let AppExtensionErrorCodeFailedToLoadItemProviderData = 3
/// The page could not be read.
public let AppExtensionErrorCodeCollectFieldsScriptFailed = 4
/// The page could not be filled.
public let AppExtensionErrorCodeFillFieldsScriptFailed = 5
/// A value of the wrong type, or contradictory values, in the request or in the answer; or no address.
public let AppExtensionErrorCodeUnexpectedData = 6
/// The web view shows no page.
public let AppExtensionErrorCodeFailedToObtainURLStringFromWebView = 7
