// The error codes. Docs/app-extensions.md, "Errors", lists the causes of each.

import AgentProtocol

/// The domain of these errors.
public let AppExtensionErrorDomain = "OnePasswordExtension"

/// The user closed the sheet.
public let AppExtensionErrorCodeCancelledByUser = RefusalCode.cancelledByUser.number
/// No password manager is installed.
public let AppExtensionErrorCodeAPINotAvailable = RefusalCode.notAvailable.number
/// The password manager could not be reached, did not take the request, or went away.
public let AppExtensionErrorCodeFailedToContactExtension = RefusalCode.failedToContact.number
/// The answer could not be read.
public let AppExtensionErrorCodeFailedToLoadItemProviderData = RefusalCode.unreadableAnswer.number
/// The page could not be read.
public let AppExtensionErrorCodeCollectFieldsScriptFailed = RefusalCode.unreadablePage.number
/// The page could not be filled.
public let AppExtensionErrorCodeFillFieldsScriptFailed = RefusalCode.pageNotFilled.number
/// Something of a wrong type, or that contradicts itself, in the request or in the answer; no address.
public let AppExtensionErrorCodeUnexpectedData = RefusalCode.unexpectedData.number
/// The web view shows no page.
public let AppExtensionErrorCodeFailedToObtainURLStringFromWebView = RefusalCode.noPage.number

extension RefusalCode {
    /// The code as an `NSError` has it.
    fileprivate var number: Int { Int(rawValue) }
}
