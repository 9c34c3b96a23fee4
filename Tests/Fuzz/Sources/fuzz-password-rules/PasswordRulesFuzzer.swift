import FuzzInput

@testable import PasswordGeneration
@testable import PasswordTools

/// Any bytes as a site's rules: they are read, and where a password can be made of them it keeps them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let rules = try? PasswordRules(parsing: text) else { return 0 }
    if let allowed = rules.allowed, !rules.required.allSatisfy({ $0.isSubset(of: allowed) }) {
        finding("required, not allowed")
    }
    var options = RandomPasswordOptions(rules)
    // Lengths beyond that make long runs and nothing new.
    options.minLength = options.minLength.map { min($0, 40) }
    guard let password = try? PasswordGenerator().password(options) else { return 0 }
    let characters = Array(password.string())
    if let maximum = rules.maxLength, characters.count > maximum { finding("too long") }
    if !characters.allSatisfy((rules.allowed ?? .usual).contains) { finding("not allowed") }
    if !rules.required.allSatisfy({ characters.contains(where: $0.contains) }) { finding("a class is missing") }
    if PasswordStrength.longestRun(characters) > rules.maxConsecutive ?? .max { finding("too many in a row") }
    if password.entropy.bits < 0 { finding("fewer than one password") }
    return 0
}
