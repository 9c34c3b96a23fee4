import AgentClient  // the way to the agent, where there is one
import Foundation
import KeychainServices

let keychain = try Keychain.userDefault()
let login: Attributes = [.service: "mail.example.com", .account: "kim"]
let secret = Data("correct horse".utf8)
// From the second run on there is an item to change.
if try keychain.update(Query(.genericPassword, login), with: Changes(data: .replace(secret))) == 0 {
    try keychain.add(NewItem(.genericPassword, login, data: secret))
}
for item in try keychain.items(matching: Query(.genericPassword, login), reading: [.attributes, .data]) {
    print(String(decoding: item.data ?? Data(), as: UTF8.self))  // correct horse
}
