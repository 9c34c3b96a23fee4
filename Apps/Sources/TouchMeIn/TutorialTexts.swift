/// Replacements of texts by those of a tutorial for such an app.
enum TutorialTexts {
    static let table = [
        "Log in to TouchMeIn": "Logging in with Touch ID",
        "The fingerprint reader may not be set up.": "Touch ID may not be configured",
        "Fingerprints cannot be used.": "Touch ID not available",
        "Try Again": "Foiled Again!",
        "Could Not Log In": "Error",
        "OK": "Darn!",
        "The login in {manager} is not the one of this program.": "The info in {manager} is incorrect",
        "Log in with a fingerprint": "Log in with Touch ID",
    ]
}
