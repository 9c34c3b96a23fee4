import Foundation
import FuzzInput

@testable import AgentProtocol
@testable import AppExtensions

/// Any bytes as the manifest of a password manager, and as its answer to each kind of request.
///
/// The first byte says what they are taken for, the next two how long the secrets at the end of an answer are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let kind = input.byte()
    guard kind % 2 == 1 else {
        checkManifest(Data(input.rest()))
        return 0
    }
    let secretLength = input.number(below: 65536)
    let rest = input.rest()
    let message = UnsafeRawBufferPointer(rebasing: rest[..<max(0, rest.count - secretLength)])
    let secret = UnsafeRawBufferPointer(rebasing: rest[message.count...])
    guard let reply = try? WirePasswordManagerReply(decoding: message) else { return 0 }
    checkAnswer(reply, secret, to: kind % 4 == 1 ? .fill : .change)
    return 0
}

/// What counts has a name, leads to absolute paths, and starts nothing that could be taken for an option.
private func checkManifest(_ json: Data) {
    guard let manifest = try? Manifest(json) else { return }
    if !Manifest.isName(manifest.name) { finding("a name that is none") }
    if !(1...8).contains(manifest.sockets.count) { finding("no socket, or too many") }
    for place in manifest.sockets {
        let parts = place.rest.split(separator: "/", omittingEmptySubsequences: false)
        if !place.rest.hasPrefix("/") || parts.contains("..") || place.rest.utf8.contains(0) { finding("no path") }
    }
    switch manifest.start {
    case .unit(let name)?, .busName(let name)?:
        if name.isEmpty || name.hasPrefix("-") || name.contains("/") || name.contains(" ") { finding("an option") }
    case nil: break
    }
}

/// What can be read is of the kind that was asked for, within the limits.
private func checkAnswer(
    _ reply: WirePasswordManagerReply, _ secret: UnsafeRawBufferPointer,
    to operation: WirePasswordManagerRequest.Operation
) {
    guard let answer = try? PasswordManagerReply(reply, secret, to: operation) else { return }
    switch answer {
    case .login(let login):
        if operation == .fill { finding("a login for a page") }
        if login.returnedFields.count > PasswordManagerLimits.fields { finding("too many fields") }
        if login.password.utf8.count > PasswordManagerLimits.text { finding("a password that is too long") }
    case .plan(let plan):
        if operation != .fill || plan.isEmpty { finding("a plan that was not asked for") }
        if let read = try? PageFillPlan(plan), read.steps.contains(where: \.field.isEmpty) { finding("no field") }
    case .refusal(let error): if !(0...7).contains(error.code.rawValue) { finding("another code") }
    case .otherManager: break
    }
}
