import Glibc
import Secrets

/// A connection to a TPM 2.0 for the duration of one task, with its storage key loaded.
///
/// All secrets that are exchanged with the TPM are encrypted with a session key that is agreed upon with the storage key: an attacker
/// who listens on the bus between processor and TPM learns nothing. Not thread-safe.
package final class TrustedPlatform {
    /// Handles that the Enhanced System API reserves for permanent objects.
    enum Known {
        static let none: TSSLibrary.Handle = 0xFFF
        static let empty: TSSLibrary.Handle = 0xFF
        static let owner: TSSLibrary.Handle = 0x101
    }

    let library: TSSLibrary
    let address: TPMAddress
    private let transport: TransportContext
    private var context: TSSLibrary.Memory?
    private(set) var storageKey = Known.none
    /// The name of the storage key. It identifies the TPM, and changes when the TPM is cleared.
    package private(set) var name: [UInt8] = []

    /// Connects to a TPM.
    ///
    /// - Parameters:
    ///   - address: its address; nil for the machine's own TPM.
    ///   - timeout: the milliseconds that one command and its answer may each take; nil for a minute.
    /// - Throws: `.libraryMissing`, `.absent`, `.denied`, `.unreachable`, `.exhausted`, `.ownerPassword`, `.failed`.
    package convenience init(at address: TPMAddress? = nil, timeout: Int32? = nil) throws(TPMError) {
        try self.init(at: address, library: TSSLibrary(), timeout: timeout ?? TPMTransport.timeout)
    }

    init(at address: TPMAddress?, library: TSSLibrary, timeout: Int32 = TPMTransport.timeout) throws(TPMError) {
        guard let address = address ?? TPMAddress.ofMachine() else { throw .noTPM }
        self.library = library
        self.address = address
        transport = TransportContext(try TPMTransport(address, timeout: timeout))
        try check(library.initialize(&context, transport.memory, nil))
        try makeStorageKey()
        name = try nameOfStorageKey()
    }

    deinit {
        guard context != nil else { return }
        flush(storageKey)
        library.finalize(&context)
    }

    /// Returns the library's context of this connection.
    ///
    /// - Throws: `.unreachable` if there is none.
    func connection() throws(TPMError) -> TSSLibrary.Memory {
        guard let context else { throw TPMError(.unreachable(address.description)) }
        return context
    }

    func check(_ code: TSSLibrary.Code) throws(TPMError) {
        guard code != 0 else { return }
        let text = library.decode(code).map { String(cString: $0) } ?? ""
        throw TPMError(code: code, address: address, detail: text)
    }

    private func makeStorageKey() throws(TPMError) {
        let sensitive = try NativeStructure(TPMWireFormat.sensitive(SecretBytes(zeros: 0)), library.readSensitive)
        let template = try NativeStructure(TPMWireFormat.storageKey, library.readPublic)
        let outside = try NativeStructure(TPMWireFormat.empty, library.readData)
        let selection = try NativeStructure(TPMWireFormat.selection(nil), library.readSelection)
        try check(
            library.createPrimary(
                connection(), Known.owner, Known.empty, Known.none, Known.none, sensitive.memory, template.memory,
                outside.memory, selection.memory, &storageKey, nil, nil, nil, nil))
    }

    private func nameOfStorageKey() throws(TPMError) -> [UInt8] {
        var result: TSSLibrary.Memory?
        defer { library.free(result) }
        try check(library.getName(connection(), storageKey, &result))
        return try bytes(of: result, library.writeName)
    }

    /// Removes an object or a session from the TPM. After a failure the resource manager removes it.
    func flush(_ handle: TSSLibrary.Handle) {
        guard handle != Known.none, let context else { return }
        _ = library.flushContext(context, handle)
    }
}
