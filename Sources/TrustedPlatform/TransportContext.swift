/// A ``TPMTransport`` in the form that libtss2 accepts: a number, a version and six functions, in memory of its own.
///
/// Specified in: TCG TSS 2.0 TPM Command Transmission Interface (TCTI) API, "TCTI context", version 1.
final class TransportContext {
    typealias Memory = UnsafeMutableRawPointer
    private typealias Transmit = @convention(c) (Memory, Int, UnsafeRawPointer?) -> UInt32
    private typealias Receive =
        @convention(c) (Memory, UnsafeMutablePointer<Int>?, UnsafeMutableRawPointer?, Int32) -> UInt32
    private typealias Finalize = @convention(c) (Memory) -> Void
    private typealias Cancel = @convention(c) (Memory) -> UInt32
    private typealias Handles = @convention(c) (Memory, Memory?, UnsafeMutablePointer<Int>?) -> UInt32
    private typealias Locality = @convention(c) (Memory, UInt8) -> UInt32

    /// Response codes of this layer.
    private static let notImplemented: UInt32 = 0xA0002
    private static let badReference: UInt32 = 0xA0005
    private static let insufficientBuffer: UInt32 = 0xA0006
    private static let inputOutput: UInt32 = 0xA000A

    /// The offsets of the context's fields in bytes.
    private enum Offset {
        static let magic = 0
        static let version = 8
        static let functions = 16
        static let transport = 64
        static let end = 72
    }

    /// The context that libtss2 receives; valid as long as this object.
    let memory: Memory
    private let transport: TPMTransport

    init(_ transport: TPMTransport) {
        self.transport = transport
        memory = Memory.allocate(byteCount: Offset.end, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Offset.end)
        memory.storeBytes(of: 0x6368_6174_656C_6169, toByteOffset: Offset.magic, as: UInt64.self)
        memory.storeBytes(of: 1, toByteOffset: Offset.version, as: UInt32.self)
        memory.storeBytes(
            of: Unmanaged.passUnretained(transport).toOpaque(), toByteOffset: Offset.transport, as: Memory.self)
        let transmit: Transmit = { context, count, command in
            guard let command else { return TransportContext.badReference }
            let sent = TransportContext.transport(context).send(UnsafeRawBufferPointer(start: command, count: count))
            return sent ? 0 : TransportContext.inputOutput
        }
        let receive: Receive = { context, count, answer, _ in
            guard let count else { return TransportContext.badReference }
            let transport = TransportContext.transport(context)
            guard let length = transport.answerLength() else { return TransportContext.inputOutput }
            // Without a buffer the caller only asks for the length.
            guard let answer else {
                count.pointee = length
                return 0
            }
            guard count.pointee >= length else { return TransportContext.insufficientBuffer }
            transport.takeAnswer(UnsafeMutableRawBufferPointer(start: answer, count: length))
            count.pointee = length
            return 0
        }
        let finalize: Finalize = { _ in }
        let cancel: Cancel = { _ in TransportContext.notImplemented }
        let handles: Handles = { _, _, _ in TransportContext.notImplemented }
        let locality: Locality = { _, _ in TransportContext.notImplemented }
        store(transmit, 0)
        store(receive, 1)
        store(finalize, 2)
        store(cancel, 3)
        store(handles, 4)
        store(locality, 5)
    }

    deinit { memory.deallocate() }

    private func store<Function>(_ function: Function, _ index: Int) {
        memory.storeBytes(of: function, toByteOffset: Offset.functions + index * 8, as: Function.self)
    }

    private static func transport(_ context: Memory) -> TPMTransport {
        let pointer = context.load(fromByteOffset: Offset.transport, as: Memory.self)
        return Unmanaged<TPMTransport>.fromOpaque(pointer).takeUnretainedValue()
    }
}
