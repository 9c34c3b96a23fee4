import Security

/// Returns an object by which the trust of a chain can be evaluated, with the policy for any use.
func makeTrust(of chain: [SecCertificate]) -> SecTrust? {
    var trust: SecTrust?
    let status = SecTrustCreateWithCertificates(chain as NSArray, SecPolicyCreateBasicX509(), &trust)
    return status == errSecSuccess ? trust : nil
}
