import KeychainServices

extension Command {
    static let findKey = Command(
        name: "find-key",
        arguments:
            "[-a label] [-c creator] [-l label] [-D text] [-j text] [-t symmetric|public|private] [-desruvw] [keychain...]",
        help: """
            Find keys.
                -a  by the application label
                -c  by the creator, four letters
                -l  by the label
                -D, -j  by description and comment, which no key has
                -t  by the type
                -d, -e, -r, -s, -u, -v, -w  those that decrypt, encrypt, derive, sign, unwrap, verify, wrap
            """
    ) { invocation in
        let uses: [Character: AttributeKey] = [
            "d": .canDecrypt, "e": .canEncrypt, "r": .canDerive, "s": .canSign, "u": .canUnwrap, "v": .canVerify,
            "w": .canWrap,
        ]
        var (options, attributes) = (OptionReader("a:c:dD:ej:l:rst:uvw", invocation.arguments), Attributes())
        var findsNothing = false
        while let (letter, value) = try options.next() {
            switch letter {
            case "a": attributes[.applicationLabel] = .string(value ?? "")
            case "l": attributes[.label] = .string(value ?? "")
            case "t":
                guard let type = ["public", "private", "symmetric"].firstIndex(of: value ?? "") else {
                    throw UsageError()
                }
                attributes[.keyClass] = .number(Int64(type))
            case "c": attributes[.creator] = .number(try PasswordKind.code(value ?? ""))
            // Keys have no description and no comment: no key has the one that is looked for.
            case "D", "j": findsNothing = true
            default: if let key = uses[letter] { attributes[key] = .number(1) }
            }
        }
        let operands = options.operands
        // A locked keychain is an error only if no other has what is looked for.
        var (count, problem) = (0, FunctionFailure(PasswordSearch.function, .itemNotFound))
        for named in try calling("SecKeychainOpen", { try invocation.keychains.named(operands) }) {
            guard !findsNothing else { continue }
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
}
