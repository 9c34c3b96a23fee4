import KeychainServices

/// Arguments that a command does not take: it prints its usage, and the status is 2.
struct UsageError: Error {
    /// What is wrong, if more than the usage is to be said.
    let reason: String?
    init(_ reason: String? = nil) { self.reason = reason }
}

/// A failure of one of the functions that the command calls, by the name that macOS's command prints.
struct FunctionFailure: Error {
    /// The name of the function, with the name of the keychain if it is printed too.
    let function: String
    let code: KeychainError.Code
    /// What is known beyond the code's text.
    let reason: String?

    init(_ function: String, _ code: KeychainError.Code, reason: String? = nil) {
        (self.function, self.code, self.reason) = (function, code, reason)
    }

    /// The last byte of the number, which is all of it that a process can return.
    var status: Int32 { code.rawValue & 0xff }
}

/// An end with a status and, maybe, a text for standard error.
struct Ending: Error {
    let status: Int32
    let text: String?
    init(_ status: Int32, _ text: String? = nil) { (self.status, self.text) = (status, text) }
}

/// Runs `body`; a failure of the keychain gets the name of a function.
func calling<Result>(_ function: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as KeychainError {
        throw FunctionFailure(function, error.code, reason: error.reason)
    }
}
