import Foundation
import LibCrypto
import PasswordVault
import Secrets

/// An OPVault of 1Password's: a directory with `default/profile.js`, `band_0.js` to `band_F.js`, `folders.js` and attachments.
///
/// Specified in: AgileBits, "OPVault design".
struct OPVaultFormat: ImportFormat {
    let name = "opvault"
    let title = "1Password (OPVault)"

    func recognizes(_ source: ImportSource) -> Bool { Self.directory(source) != nil }

    /// The directory of the profile: the one that is named, or its `default`.
    private static func directory(_ source: ImportSource) -> String? {
        guard source.isDirectory else { return nil }
        return [source.path + "/default", source.path].first {
            FileManager.default.fileExists(atPath: $0 + "/profile.js")
        }
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard let directory = Self.directory(source) else {
            throw ExchangeError(
                .damaged, "“\(source.path)” has no default/profile.js", remedy: "name the .opvault directory")
        }
        let profile = try Self.script(directory + "/profile.js")
        let (master, overviews) = try Self.unlock(profile, context)
        var reader = OPVaultReader(directory: directory, master: master, overviews: overviews)
        try reader.readFolders(
            Self.exists(directory + "/folders.js") ? Self.script(directory + "/folders.js") : JSONNode(nil))
        var content = ImportedContent()
        let bands = "0123456789ABCDEF".map { "band_\($0).js" }
        for (index, band) in bands.enumerated() where Self.exists(directory + "/" + band) {
            let items = try Self.script(directory + "/" + band)
            for (id, node) in (items.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                try context.checkCancellation()
                try reader.read(JSONNode(node), id, "\(band), item \(id.prefix(32))", into: &content)
            }
            context.progress(Double(index + 1) / Double(bands.count))
        }
        return content
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Reads the object in a file such as `var profile={…};` or `ld({…});`.
    private static func script(_ path: String) throws -> JSONNode {
        let data = try ImportSource(path: path).contents(atMost: JSONNode.mostBytes)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let start = data.firstIndex(of: 0x7B), let end = data.lastIndex(of: 0x7D), start < end else {
            throw ExchangeError(.damaged, "\(name) has no object", remedy: "use another copy of the vault")
        }
        return try JSONNode(parsing: Data(data[start...end]), name: name)
    }

    private static func unlock(
        _ profile: JSONNode, _ context: ImportContext
    ) throws -> (master: OPVaultKeys, overviews: OPVaultKeys) {
        guard let salt = Data(base64Encoded: profile["salt"].text),
            let master = Data(base64Encoded: profile["masterKey"].text), let rounds = profile["iterations"].int,
            let overviews = Data(base64Encoded: profile["overviewKey"].text)
        else { throw ExchangeError(.damaged, "profile.js lacks a member", remedy: "use another copy of the vault") }
        var isAgain = false
        while true {
            guard let password = try context.password("Master password of the 1Password vault", isAgain) else {
                throw isAgain
                    ? ExchangeError(.wrongPassword, "the master password is wrong")
                    : ExchangeError(.passwordRequired, "the vault is encrypted")
            }
            let keys = try OPVaultKeys(password: password, salt: salt, rounds: rounds)
            do {
                return (try keys.keys(in: master), try keys.keys(in: overviews))
            } catch let error as ExchangeError where error.kind == .wrongPassword {
                isAgain = true
            } catch let error as CryptoError { throw ExchangeError(error) }
        }
    }
}

/// The items of an unlocked OPVault.
private struct OPVaultReader {
    let master: OPVaultKeys
    let overviews: OPVaultKeys
    private var folders: [String: (title: String, parent: String)] = [:]
    /// The number of attachments of each item.
    private var withFiles: [String: Int] = [:]

    init(directory: String, master: OPVaultKeys, overviews: OPVaultKeys) {
        (self.master, self.overviews) = (master, overviews)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for file in files where file.hasSuffix(".attachment") {
            withFiles[String(file.prefix { $0 != "_" }), default: 0] += 1
        }
    }

    mutating func readFolders(_ list: JSONNode) throws {
        for (id, node) in list.object ?? [:] {
            let node = JSONNode(node)
            // Saved searches are folders, too.
            guard !node["smart"].isTrue, let data = Data(base64Encoded: node["overview"].text) else { continue }
            let overview = try JSONNode(
                parsing: Self.damaged("folders.js") { try overviews.open(data) }, name: "a folder")
            folders[id] = (overview["title"].text, node["parent"].text)
        }
    }

    func read(_ node: JSONNode, _ id: String, _ position: String, into content: inout ImportedContent) throws {
        guard let key = Data(base64Encoded: node["k"].text), let details = Data(base64Encoded: node["d"].text),
            let overview = Data(base64Encoded: node["o"].text)
        else {
            return content.remarks.append(ImportRemark(position, "the item lacks a member and is left out"))
        }
        let (overviewNode, detailsNode) = try Self.damaged(position) {
            let keys = try master.itemKeys(in: key)
            return (
                try JSONNode(parsing: overviews.open(overview), name: "an overview"),
                try JSONNode(parsing: keys.open(details), name: "an item")
            )
        }
        var item = OnePasswordItem.read(
            node, category: .numbered(node["category"].text), overview: overviewNode, details: detailsNode, position)
        item.result.folder = path(node["folder"].text)
        if let count = withFiles[id] {
            item.remark("\(count) attachments are left out: save them from 1Password, or export as 1PUX")
        }
        let known: Set = [
            "category", "created", "d", "folder", "hmac", "k", "o", "tx", "updated", "uuid", "fave", "trashed",
        ]
        item.addRest(node, except: known)
        item.finish(into: &content)
    }

    private func path(_ id: String) -> [String] {
        var (path, seen, id): ([String], Set<String>, String) = ([], [], id)
        while let folder = folders[id], seen.insert(id).inserted {
            path.insert(folder.title, at: 0)
            id = folder.parent
        }
        return path
    }

    /// The password is right by now: what does not open was changed.
    private static func damaged<Value>(_ position: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as ExchangeError where error.kind == .wrongPassword {
            throw ExchangeError(.damaged, "it was changed", at: position, remedy: "use another copy of the vault")
        } catch let error as CryptoError { throw ExchangeError(error) }
    }
}
