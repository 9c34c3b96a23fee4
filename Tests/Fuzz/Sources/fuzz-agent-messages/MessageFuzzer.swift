import Foundation
import FuzzInput
import SwiftProtobuf

@testable import AgentProtocol
@testable import KeyManagement
@testable import KeychainServices

/// Any bytes as a message, and any as the secrets that come with it: what can be read becomes a value of the model, and what
/// is made of that again is the same.
///
/// The first byte says which message it is, the next two how long the secrets at the end are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let kind = input.byte()
    let secretLength = input.number(below: 65536)
    let rest = input.rest()
    let message = UnsafeRawBufferPointer(rebasing: rest[..<max(0, rest.count - secretLength)])
    let secret = UnsafeRawBufferPointer(rebasing: rest[message.count...])
    switch kind % 8 {
    case 0: _ = read(WireClientHello.self, message)
    case 1: if let hello = read(WireServerHello.self, message), hello.hasFailure { check(hello.failure) }
    case 2: _ = read(WireProof.self, message)
    case 3: if let welcome = read(WireWelcome.self, message), welcome.hasFailure { check(welcome.failure) }
    case 4: if let reply = read(WireReply.self, message) { check(reply, secret) }
    default: if let request = read(WireRequest.self, message) { check(request, secret) }
    }
    return 0
}

/// A message that can be read can be written, and is then read as the same.
private func read<Read: Message & Equatable>(_: Read.Type, _ bytes: UnsafeRawBufferPointer) -> Read? {
    guard let message = try? Read(decoding: bytes) else { return nil }
    guard let encoded = try? message.encoded() else { finding("read, not written") }
    guard let again = encoded.withUnsafeBytes({ try? Read(decoding: $0) }) else { finding("written, not read") }
    guard let twice = try? again.encoded(), twice.elementsEqual(encoded) else { finding("changed on the way") }
    return message
}

// MARK: - From a program

private func check(_ request: WireRequest, _ secret: UnsafeRawBufferPointer) {
    switch request.body {
    case .add(let add): check(add.item, secret)
    case .addItem(let add): check(add.item, secret)
    case .search(let search): check(search.query)
    case .delete(let delete): check(delete.query)
    case .update(let update):
        check(update.query)
        _ = try? Changes(update, secret)
    case .useKey(let use): check(use, secret)
    case .makeKey(let make): check(make.item, secret)
    default: break
    }
}

private func check(_ wire: WireUseKey, _ secret: UnsafeRawBufferPointer) {
    guard let (key, request) = try? wire.decoded(secret) else { return }
    let again = try? WireUseKey(key, request).decoded(secret)
    guard let again, again.key == key, again.request == request else {
        finding("a use of a key that changes on the way")
    }
}

private func check(_ wire: WireNewItem, _ secret: UnsafeRawBufferPointer) {
    guard let item = try? NewItem(wire, secret) else { return }
    let parts = SecretPart(data: item.data, secretAttributes: item.secretAttributes)
    let again = parts.withPieces { pieces in
        let joined = pieces.flatMap { Array($0) }
        return joined.withUnsafeBytes { try? NewItem(WireNewItem(item, parts), $0) }
    }
    guard let again, again.itemClass == item.itemClass, again.data == item.data,
        again.attributes.count == item.attributes.count,
        again.secretAttributes.count == item.secretAttributes.count
    else { finding("an item that changes on the way") }
}

private func check(_ wire: WireQuery) {
    guard let query = try? Query(wire) else { return }
    guard let again = try? Query(WireQuery(query)), again.itemClass == query.itemClass,
        again.synchronizable == query.synchronizable, again.persistentReference == query.persistentReference,
        again.hostOrSubdomain == query.hostOrSubdomain, again.attributes.count == query.attributes.count
    else { finding("a query that changes on the way") }
}

// MARK: - From an agent

private func check(_ reply: WireReply, _ secret: UnsafeRawBufferPointer) {
    switch reply.body {
    case .item(let item): _ = try? Item(item, secret)
    case .failure(let failure): check(failure)
    case .lockState(let answer): _ = try? LockState(wire: answer.state)
    case .status(let status): _ = try? status.decoded()
    case .references(let list): for reference in list.references { _ = try? PersistentReference(data: reference) }
    default: break
    }
}

private func check(_ failure: WireFailure) {
    let error = failure.error
    guard error.code.rawValue == failure.status, error.reason == failure.reason else { finding("another error") }
}
