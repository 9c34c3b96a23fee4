import Foundation
import PasswordVault

/// The JSON of the Credential Exchange Format, version 1.0.
///
/// Specified in: FIDO Alliance, "Credential Exchange Format", 1.0.
struct CXFFormat: ImportFormat, ExportFormat {
    let name = "cxf"
    let title = "Credential Exchange Format (FIDO)"
    let isEncrypted = false
    let isDirectory = false

    func recognizes(_ source: ImportSource) -> Bool {
        guard let head = JSONHead(source), head.has("accounts") else { return false }
        return head.has("exporterRpId") || head.has("credentials", "creationAt")
            || head.has("collections", "credentials")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let document = try JSONNode(parsing: source.contents(atMost: JSONNode.mostBytes))
        guard document["accounts"].value is [Any] else {
            throw ExchangeError(.damaged, "the file has no accounts", remedy: "export it again")
        }
        let major = document["version"]["major"].int ?? document["version"].int ?? 1
        guard major <= 1 else {
            throw ExchangeError(
                .unsupported, "the file has the version \(major) of the format; this release reads 1",
                remedy: "update Chatelaine")
        }
        var content = ImportedContent()
        let accounts = document["accounts"].array
        var number = 0
        for (index, account) in accounts.enumerated() {
            var folders: [String: [[String]]] = [:]
            Self.collect(account["collections"], [], into: &folders)
            for node in account["items"].array {
                try context.checkCancellation()
                number += 1
                guard node.object != nil else {
                    content.remarks.append(ImportRemark("item \(number)", "it is no item"))
                    continue
                }
                var item = CXFReader.read(node, "item \(number)")
                let places = node["id"].string.flatMap { folders[$0] } ?? []
                item.result.folder = places.first ?? []
                for place in places.dropFirst() { item.addTag(place.joined(separator: "/")) }
                if accounts.count > 1 {
                    item.result.sourceVault = [account["username"].text, account["email"].text].first { !$0.isEmpty }
                }
                item.finish(into: &content)
            }
            context.progress(Double(index + 1) / Double(accounts.count))
        }
        return content
    }

    private static func collect(
        _ collections: JSONNode, _ path: [String], into folders: inout [String: [[String]]]
    ) {
        guard path.count < 64 else { return }
        for collection in collections.array {
            let path = path + [collection["title"].text]
            for item in collection["items"].array {
                guard let id = item["item"].string else { continue }
                folders[id, default: []].append(path)
            }
            collect(collection["subCollections"], path, into: &folders)
        }
    }

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        var writer = CXFWriter()
        for (index, item) in items.enumerated() {
            try context.checkCancellation()
            writer.add(item)
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
        }
        let account: [String: Any] = [
            "id": CXFWriter.id(UUID()), "username": "", "email": "", "collections": [Any](), "items": writer.items,
        ]
        // What identifies the format comes first, however many items follow.
        let start = """
            {"version":{"major":1,"minor":0},"exporterRpId":"chatelaine.github.io","exporterDisplayName":"Chatelaine",\
            "timestamp":\(Date().wholeSeconds),"accounts":
            """
        let data = try Data(start.utf8) + JSONText.data([account]) + Data("}".utf8)
        try data.withUnsafeBytes { try destination.write($0) }
        return writer.remarks
    }
}
