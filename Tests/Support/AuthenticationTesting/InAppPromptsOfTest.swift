import Authentication
import Foundation

/// One test at a time has the prompts of this process.
private let prompts = NSLock()

/// Runs `body` while `prompter` shows what this process asks; nil: without a prompter.
package func withInAppPrompts<Result, Failure: Error>(
    _ prompter: (any InAppPrompter)?, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    prompts.lock()
    defer { prompts.unlock() }
    InAppPrompts.install(prompter)
    defer { InAppPrompts.install(nil) }
    return try body()
}
