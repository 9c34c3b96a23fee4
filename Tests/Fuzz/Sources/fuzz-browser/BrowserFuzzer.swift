import Foundation
import FuzzInput

@testable import AgentProtocol
@testable import BrowserMessages

/// Any bytes as a message of an extension, as the arguments of the native host, and as the agent's answer.
///
/// The first byte says what they are taken for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    switch input.byte() % 3 {
    case 0: checkMessage(Data(input.rest()))
    case 1: checkArguments(String(decoding: input.rest(), as: UTF8.self))
    default: checkAnswer(&input)
    }
    return 0
}

/// What is taken keeps the limits, and names the extension that the browser has named.
private func checkMessage(_ json: Data) {
    do {
        let message = try BrowserMessage(json: json, from: "an-extension")
        if !(1...(1 << 53 - 1)).contains(message.id) { finding("a number that is none") }
        guard case .request(let operation, let secret) = message.action else { return }
        if secret.count > BrowserMessage.Limits.password { finding("a password that is too long") }
        switch operation {
        case .hello(let hello):
            if hello.extension != "an-extension" || hello.publicKey.count != 65 { finding("another extension or key") }
        case .prove(let signature): if signature.count != 64 { finding("a signature of another length") }
        case .fill(let deed), .oneTimeCode(let deed), .update(let deed), .fillInFrame(let deed),
            .oneTimeCodeInFrame(let deed), .copy(let deed), .details(let deed), .reveal(let deed),
            .addWebsite(let deed):
            check(deed)
        case .credentials(let credentials):
            check(credentials.deed)
            if credentials.realm.utf8.count > BrowserMessage.Limits.text { finding("a realm that is too long") }
        case .offer(let offer):
            if secret.isEmpty || offer.username.utf8.count > BrowserMessage.Limits.text { finding("no offer") }
        case .answer(let answer):
            if answer.offer.count != 16 || ![0, 16].contains(answer.item.count) { finding("no offer or item") }
        default: break
        }
    } catch {
        let answer = BrowserAnswer.error(error)
        if (try? JSONSerialization.jsonObject(with: answer)) == nil { finding("an error that is no JSON") }
    }
}

private func check(_ deed: WireBrowserRequest.Deed) {
    let isLong = [deed.url, deed.top].contains { $0.utf8.count > BrowserMessage.Limits.address }
    if deed.item.count != 16 || isLong || deed.field.utf8.count > BrowserMessage.Limits.text { finding("no item") }
}

private func checkArguments(_ text: String) {
    let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let id = BrowserExtension.identifier(in: arguments) else { return }
    if id.isEmpty || id.utf8.count > 128 || id.contains(where: { $0.isWhitespace || $0 == "/" }) {
        finding("an identifier that is none")
    }
}

/// Whatever the agent says, the extension gets JSON that a browser takes.
private func checkAnswer(_ input: inout FuzzInput) {
    let length = input.number(below: 65536)
    let rest = input.rest()
    let message = UnsafeRawBufferPointer(rebasing: rest[..<max(0, rest.count - length)])
    let secret = Data(rest[message.count...])
    guard let reply = try? WireBrowserReply(decoding: message) else { return }
    let json = BrowserAnswer.json(7, reply, secret: secret)
    if json.count > BrowserMessage.Limits.bytes { finding("an answer that no browser takes") }
    // A plan is the agent's own JSON, and a password its own text.
    switch reply.content {
    case .plan, .password, .text, .credentials: return
    default: if (try? JSONSerialization.jsonObject(with: json)) == nil { finding("an answer that is no JSON") }
    }
}
