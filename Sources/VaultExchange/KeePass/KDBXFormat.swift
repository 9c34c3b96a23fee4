import Foundation

/// Databases of KeePass 2, KeePassXC and their relatives: KDBX 2 to 4 are read, KDBX 4 is written.
struct KDBXFormat: ImportFormat, ExportFormat {
    let name = "kdbx"
    let title = "KeePass, KeePassXC (KDBX)"
    let isEncrypted = true
    let isDirectory = false

    func recognizes(_ source: ImportSource) -> Bool {
        source.head.starts(with: KDBXHeader.signature) || source.head.starts(with: KDBXHeader.oldSignature)
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let container = try KDBXContainer(WipedBuffer(try source.contents()))
        let content = try KeePassCredentials.unlock(context, source.path) { try container.open($0, context) }
        context.progress(0.3)
        let database = try KeePassDocumentReader(content, context).read()
        context.progress(0.5)
        var items = KeePassItems(database, context)
        return try items.content()
    }

    func write(
        _ items: [ExportedItem], to destination: ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        guard let password = try context.password(), password.count > 0 else {
            throw ExchangeError(
                .passwordRequired, "the database needs a password", remedy: "choose one of its own for it")
        }
        let credentials = KeePassCredentials(password: KeePassCredentials.Secret(password), keyFile: nil)
        return try KDBXWriter(derivesCheaply: context.derivesCheaply).write(
            items, credentials, to: destination, context)
    }
}

/// Unencrypted exports of KeePass 2 and KeePassXC.
struct KeePassXMLFormat: ImportFormat {
    let name = "keepass-xml"
    let title = "KeePass 2, KeePassXC (XML)"

    func recognizes(_ source: ImportSource) -> Bool {
        !source.isDirectory && XMLProlog.rootName(source.headText) == "KeePassFile"
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let content = KDBXContent(document: WipedBuffer(try source.contents()), stream: InnerStream())
        let database = try KeePassDocumentReader(content, context).read()
        var items = KeePassItems(database, context)
        return try items.content()
    }
}
