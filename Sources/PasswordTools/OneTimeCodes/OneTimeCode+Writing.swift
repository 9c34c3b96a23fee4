import Secrets

extension OneTimeCode {
    /// Returns the `otpauth` URI that other programs read. Default values are left out.
    public func uri() -> SecretBytes {
        let secret = Base32.encode(secret)
        let before = Array("otpauth://\(settings.type)/\(settings.label)?secret=".utf8)
        let after = Array(settings.parameters.map { "&\($0.name)=\(PercentEncoding.encode($0.value))" }.joined().utf8)
        return secret.withUnsafeBytes { secret in
            SecretBytes(count: before.count + secret.count + after.count) { uri in
                uri.copyBytes(from: before)
                UnsafeMutableRawBufferPointer(rebasing: uri[before.count...]).copyBytes(from: secret)
                UnsafeMutableRawBufferPointer(rebasing: uri[(before.count + secret.count)...]).copyBytes(from: after)
            }
        }
    }
}

extension OneTimeCodeSettings {
    fileprivate var type: String {
        switch factor {
        case .time: "totp"
        case .counter: "hotp"
        }
    }

    /// The label. Readers take the text before its first colon for the issuer. If the issuer cannot be written there,
    /// nothing is before the colon.
    fileprivate var label: String {
        let account = PercentEncoding.encode(account ?? "")
        guard let issuer, !issuer.contains(":") else {
            return self.account?.contains(":") == true ? ":" + account : account
        }
        return PercentEncoding.encode(issuer) + ":" + account
    }

    fileprivate var parameters: [Parameter] {
        var parameters: [Parameter] = []
        func add(_ name: String, _ value: String) { parameters.append(Parameter(name: name, value: value)) }
        if let issuer { add("issuer", issuer) }
        if algorithm != .sha1 { add("algorithm", algorithm.rawValue) }
        switch format {
        case .digits(6): break
        case .digits(let count): add("digits", String(count))
        case .steam:
            add("digits", "5")
            add("encoder", "steam")
        }
        switch factor {
        case .time(30): break
        case .time(let period): add("period", String(period))
        case .counter(let counter): add("counter", String(counter))
        }
        return parameters + others.map { Parameter(name: PercentEncoding.encode($0.name), value: $0.value) }
    }
}
