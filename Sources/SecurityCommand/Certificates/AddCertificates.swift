import KeychainServices
import Security

extension Command {
    static let addCertificates = Command(
        name: "add-certificates", arguments: "[-k keychain] file...",
        help: """
            Store the certificates of files in a keychain.
                -k  the keychain
            """
    ) { invocation in
        var (options, name) = (OptionReader("k:", invocation.arguments), String?.none)
        while let (_, value) = try options.next() { name = value }
        guard !options.operands.isEmpty else { throw UsageError() }
        let keychain = try calling("SecKeychainOpen") { [name] in try invocation.keychains.writable(name) }
        for path in options.operands {
            for certificate in try CertificateFile.certificates(path) {
                try exchanging("SecCertificateAddToKeychain") { keychain.store(certificate) }
            }
        }
    }

    static let findKey = Command(
        name: "find-key", arguments: "[-a label] [-l label] [-t symmetric|public|private] [-desruvw] [keychain...]",
        help: """
            Find keys.
                -a  by the application label
                -l  by the label
                -t  by the type
                -d, -e, -r, -s, -u, -v, -w  those that decrypt, encrypt, derive, sign, unwrap, verify, wrap
            """
    ) { invocation in
        let uses: [Character: AttributeKey] = [
            "d": .canDecrypt, "e": .canEncrypt, "r": .canDerive, "s": .canSign, "u": .canUnwrap, "v": .canVerify,
            "w": .canWrap,
        ]
        var (options, attributes) = (OptionReader("a:c:dD:ej:l:rst:uvw", invocation.arguments), Attributes())
        while let (letter, value) = try options.next() {
            switch letter {
            case "a": attributes[.applicationLabel] = .string(value ?? "")
            case "l": attributes[.label] = .string(value ?? "")
            case "t":
                guard let type = ["public", "private", "symmetric"].firstIndex(of: value ?? "") else {
                    throw UsageError()
                }
                attributes[.keyClass] = .number(Int64(type))
            case "c", "D", "j": throw Ending.notImplemented("find-key", "-\(letter)")
            default: if let key = uses[letter] { attributes[key] = .number(1) }
            }
        }
        let operands = options.operands
        // A locked keychain is an error only if no other has what is looked for.
        var (count, problem) = (0, FunctionFailure(PasswordSearch.function, .itemNotFound))
        for named in try calling("SecKeychainOpen", { try invocation.keychains.named(operands) }) {
            let query = Query(.key, attributes, synchronizable: .any)
            do {
                for item in try calling(PasswordSearch.function, { try named.keychain.items(matching: query) }) {
                    try invocation.console.write(ItemText.text(of: item, in: named.path))
                    count += 1
                }
            } catch let error as FunctionFailure { problem = error }
        }
        guard count > 0 else { throw problem }
    }

    static let createKeyPair = Command(
        name: "create-keypair", arguments: "[-a rsa] [-s size] [-k keychain] [-A | -T program] description",
        help: """
            Create an RSA key and store both halves.
                -a  the algorithm: rsa
                -s  the size in bits: 2048, if it is not given
                -k  the keychain
                -A, -T  who may use it (accepted, and not acted upon)
            """
    ) { invocation in
        var (options, size, name) = (OptionReader("a:s:f:t:d:k:AT:", invocation.arguments), 2048, String?.none)
        while let (letter, value) = try options.next() {
            switch letter {
            case "a": if value != "rsa" { throw Ending.notImplemented("create-keypair", "-a \(value ?? "")") }
            case "s":
                guard let bits = value.flatMap({ Int($0) }) else { throw UsageError() }
                size = bits
            case "k": name = value
            case "f", "t", "d": throw Ending.notImplemented("create-keypair", "-\(letter)")
            default: break
            }
        }
        guard options.operands.count == 1, let label = options.operands.first else { throw UsageError() }
        let keychain = try calling("SecKeychainOpen") { [name] in try invocation.keychains.writable(name) }
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: size]
        var (half, key) = (SecKey?.none, SecKey?.none)
        try exchanging("SecKeyCreatePair") { SecKeyGeneratePair(parameters as NSDictionary, &half, &key) }
        for object in [half, key].compactMap({ $0 }) {
            try exchanging("SecKeyCreatePair") { keychain.store(object, label: label) }
        }
    }
}
