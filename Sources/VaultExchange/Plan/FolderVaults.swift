import PasswordVault

extension ImportedContent {
    /// Returns the content for each vault: the outermost folder of an item, or the vault of the file that it is in, names it.
    ///
    /// - Returns: the contents with the names of their vaults, sorted; `nil` for the items without a folder, which come first. The remarks
    ///   are with the first.
    public func byFolder() -> [(vault: String?, content: ImportedContent)] {
        var contents: [String: ImportedContent] = [:]
        var rest = ImportedContent()
        for var item in items {
            var path = ([item.sourceVault].compactMap { $0 } + item.folder).filter { !$0.isEmpty }
            guard !path.isEmpty else {
                rest.items.append(item)
                continue
            }
            let name = Self.vaultName(path.removeFirst())
            (item.sourceVault, item.folder) = (nil, path)
            contents[name, default: ImportedContent()].items.append(item)
        }
        var all: [(vault: String?, content: ImportedContent)] = contents.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value)
        }
        if !rest.items.isEmpty || all.isEmpty { all.insert((nil, rest), at: 0) }
        all[0].content.remarks = remarks
        return all
    }

    /// Returns a folder's name with the characters that names of vaults have (Docs/vault-format.md).
    static func vaultName(_ folder: String) -> String {
        let allowed = folder.unicodeScalars.map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "-_.".unicodeScalars.contains(scalar))
                ? Character(scalar) : "-"
        }
        let name = String(String(allowed).drop { $0 == "." || $0 == "-" }.prefix(60))
        // A name that references to secrets use for something else.
        return name.isEmpty || name == "keychain" ? "folder-\(name)".trimmingSuffix("-") : name
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
