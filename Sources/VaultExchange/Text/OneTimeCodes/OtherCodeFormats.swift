import Foundation

/// FreeOTP+, whose secrets are lists of signed bytes.
struct FreeOTPFormat: ImportFormat {
    let name = "freeotp-plus"
    let title = "FreeOTP+ (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        CodeJSON.head(source, has: "\"tokens\":", "\"secret\":[")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard let file = try CodeJSON.parse(source.contents(atMost: CodeJSON.largest)) as? [String: Any],
            file["tokens"] is [Any]
        else { throw ExchangeError(.damaged, "the file is none of FreeOTP+", remedy: "export it again as JSON") }
        let tokens = CodeJSON(file).list("tokens")
        try CodeJSON.checkCount(tokens.count)
        var content = ImportedContent()
        for (index, token) in tokens.enumerated() {
            var entry = OneTimeCodeEntry()
            let issuer = token.text("issuerExt").isEmpty ? token.text("issuerInt") : token.text("issuerExt")
            entry.issuer = token.text("issuerAlt").isEmpty ? issuer : token.text("issuerAlt")
            entry.account = token.text("labelAlt").isEmpty ? token.text("label") : token.text("labelAlt")
            entry.splitAccount()
            let numbers = (token.object["secret"] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.intValue }
            entry.secretBytes = numbers.map { UInt8(truncatingIfNeeded: $0) }
            entry.type = token.text("type")
            entry.algorithm = token.text("algo")
            entry.set(token)
            // FreeOTP+ counts up before it makes a code: the number in the file was used already, or is one below the first.
            if entry.type.uppercased() == "HOTP", entry.counter < .max { entry.counter += 1 }
            OneTimeCodeItems.add(entry, at: "entry \(index + 1)", to: &content)
        }
        return content
    }
}

/// Raivo: the JSON within the archive that it exports.
struct RaivoFormat: ImportFormat {
    let name = "raivo"
    let title = "Raivo (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        CodeJSON.head(source, has: "\"kind\":", "\"timer\":", "\"secret\":")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard let list = try CodeJSON.parse(source.contents(atMost: CodeJSON.largest)) as? [[String: Any]] else {
            throw ExchangeError(
                .damaged, "the file is none of Raivo", remedy: "unpack the archive and name the JSON in it")
        }
        try CodeJSON.checkCount(list.count)
        var content = ImportedContent()
        for (index, object) in list.enumerated() {
            let json = CodeJSON(object)
            var entry = OneTimeCodeEntry()
            entry.issuer = json.text("issuer")
            entry.account = json.text("account")
            entry.secret = json.text("secret")
            entry.type = json.text("kind")
            entry.algorithm = json.text("algorithm")
            entry.set(json, period: "timer")
            entry.isFavourite = ["true", "1"].contains(json.text("pinned").lowercased())
            OneTimeCodeItems.add(entry, at: "entry \(index + 1)", to: &content)
        }
        return content
    }
}
