import FuzzInput
import PasswordTools
import Secrets

/// Any bytes as a one-time code's URI or secret: refused, or written in a way that means the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    guard let code = try? OneTimeCode.parse(text) else { return 0 }
    if code.code(counter: 1).count < 5 { finding("a short code") }
    let uri = code.uri()
    // Percent encoding may make a text too long that was not.
    guard uri.count <= OneTimeCode.longestText else { return 0 }
    guard let again = try? OneTimeCode.parse(uri) else { finding("written, not read") }
    if again.settings != code.settings { finding("other settings") }
    if !again.secret.equals(code.secret) { finding("another secret") }
    return 0
}
