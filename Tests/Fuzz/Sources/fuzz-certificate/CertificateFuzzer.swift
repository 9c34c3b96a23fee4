import FuzzInput

@testable import CertificateTrust

/// Any bytes as a certificate of a chain, and as a response about one: what comes out is a part of what went in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    check(bytes)
    if let response = StatusResponse(bytes) { check(response, bytes.count) }
    return 0
}

private func check(_ bytes: [UInt8]) {
    guard let certificate = try? Certificate(der: bytes) else { return }
    if certificate.der != bytes { finding("other bytes than those that were read") }
    // Compares names and keys, with what libcrypto has read of the same bytes.
    _ = certificate.isRoot
    guard certificate.isSameAuthority(as: certificate) else { finding("another authority than itself") }
    guard let again = try? Certificate(der: bytes), again == certificate, again.fingerprint == certificate.fingerprint
    else { finding("read once only") }
}

private func check(_ response: StatusResponse, _ count: Int) {
    let parts = [response.signed, response.signature] + response.answers.flatMap { [$0.issuerName, $0.issuerKey] }
    if parts.contains(where: { $0.count > count }) { finding("a part that is larger than the whole") }
    for certificate in response.certificates { check(certificate) }
}
