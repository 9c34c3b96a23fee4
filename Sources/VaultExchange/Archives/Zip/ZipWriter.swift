import Foundation

/// A zip archive that is made in memory: it has secrets, which no temporary file may have.
final class ZipWriter {
    /// The most bytes of all entries together.
    static let mostBytes = 1 << 30

    private let library: ZipLibrary
    private let target: OpaquePointer
    private var archive: OpaquePointer?
    private var buffers: [UnsafeMutableRawBufferPointer] = []
    private var total = 0

    /// - Throws: `.unsupported` if libzip is missing.
    init() throws(ExchangeError) {
        library = try ZipLibrary.load()
        var error = (UInt64(0), UInt64(0))
        guard let target = library.sourceFromBuffer(nil, 0, 1, &error) else { throw Self.failed }
        // 1: ZIP_CREATE, 8: ZIP_TRUNCATE.
        guard let archive = library.openSource(target, 9, &error) else {
            library.freeSource(target)
            throw Self.failed
        }
        library.keepSource(target)
        (self.target, self.archive) = (target, archive)
    }

    deinit {
        if let archive { library.discard(archive) }
        library.freeSource(target)
        for buffer in buffers {
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            buffer.deallocate()
        }
    }

    /// Adds an entry.
    func add(_ name: String, _ data: Data) throws(ExchangeError) {
        total += data.count
        guard total <= Self.mostBytes else {
            throw ExchangeError(
                .tooLarge, "the archive would have more than \(Self.mostBytes >> 30) GiB",
                remedy: "export fewer items, or without their attachments")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 1)
        buffer.copyBytes(from: data)
        buffers.append(buffer)
        guard let source = library.entrySource(archive, buffer.baseAddress, UInt64(data.count), 0) else {
            throw Self.failed
        }
        // 2048: ZIP_FL_ENC_UTF_8.
        guard library.add(archive, name, source, 2048) >= 0 else {
            library.freeSource(source)
            throw Self.failed
        }
    }

    /// Adds the content of an attachment.
    func add(_ name: String, _ content: any AttachmentContent) throws {
        var data = Data()
        try content.read { data.append($0) }
        try add(name, data)
    }

    /// Completes the archive and passes it on.
    func finish(to destination: any ExportDestination) throws {
        guard library.close(archive) == 0 else { throw Self.failed }
        archive = nil
        guard library.startSource(target) == 0 else { throw Self.failed }
        defer { _ = library.endSource(target) }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        defer { part.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
        while true {
            let count = part.withUnsafeMutableBytes { library.readSource(target, $0.baseAddress, UInt64($0.count)) }
            guard count >= 0 else { throw Self.failed }
            guard count > 0 else { return }
            try part.withUnsafeBytes { try destination.write(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
        }
    }

    /// A name that is safe within an archive, also for programs that unpack it carelessly.
    static func safe(_ name: String) -> String {
        let name = name.map { $0 == "/" || $0 == "\\" || $0.isNewline || $0 == "\0" ? "_" : String($0) }.joined()
        return name.isEmpty || name == "." || name == ".." ? "attachment" : name
    }

    private static var failed: ExchangeError { ExchangeError(.io, "the zip archive cannot be made") }
}
