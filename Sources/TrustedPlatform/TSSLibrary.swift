import LinuxSupport

/// The functions of libtss2 that are used, loaded when a TPM is first used.
///
/// They exchange pointers to memory whose contents only libtss2 reads, so no declaration of its structures is needed
/// (Docs/decisions/0017).
/// Specified in: TCG TSS 2.0 Enhanced System API; TSS 2.0 Marshaling/Unmarshaling API; TSS 2.0 Response Code API.
struct TSSLibrary: Sendable {
    typealias Code = UInt32
    /// An ESYS_TR: the library's handle for an object or a session of the TPM.
    typealias Handle = UInt32
    typealias Memory = UnsafeMutableRawPointer
    typealias Out = UnsafeMutablePointer<Memory?>

    typealias Initialize = @Sendable @convention(c) (Out, Memory?, Memory?) -> Code
    typealias Finalize = @Sendable @convention(c) (Out) -> Void
    typealias CreatePrimary =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Handle, Memory, Memory, Memory, Memory, UnsafeMutablePointer<Handle>, Out?,
            Out?,
            Out?, Out?
        ) -> Code
    typealias Create =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Handle, Memory, Memory, Memory, Memory, Out, Out, Out?, Out?, Out?
        ) -> Code
    typealias Load =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Handle, Memory, Memory, UnsafeMutablePointer<Handle>
        ) -> Code
    typealias Unseal = @Sendable @convention(c) (Memory, Handle, Handle, Handle, Handle, Out) -> Code
    typealias Sign =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Handle, Memory, Memory, Memory, Out
        ) -> Code
    typealias Exchange = @Sendable @convention(c) (Memory, Handle, Handle, Handle, Handle, Memory, Out) -> Code
    typealias StartAuthSession =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Handle, Handle, Memory?, UInt8, Memory, UInt16,
            UnsafeMutablePointer<Handle>
        ) -> Code
    typealias SetAttributes = @Sendable @convention(c) (Memory, Handle, UInt8, UInt8) -> Code
    typealias PolicyPCR = @Sendable @convention(c) (Memory, Handle, Handle, Handle, Handle, Memory, Memory) -> Code
    typealias PolicyCommandCode = @Sendable @convention(c) (Memory, Handle, Handle, Handle, Handle, UInt32) -> Code
    typealias ReadRegisters =
        @Sendable @convention(c) (
            Memory, Handle, Handle, Handle, Memory, UnsafeMutablePointer<UInt32>?, Out, Out?
        ) -> Code
    typealias FlushContext = @Sendable @convention(c) (Memory, Handle) -> Code
    typealias GetName = @Sendable @convention(c) (Memory, Handle, Out) -> Code
    typealias Free = @Sendable @convention(c) (Memory?) -> Void
    typealias SizeOfMemory = @Sendable @convention(c) (Memory?) -> Int
    typealias Decode = @Sendable @convention(c) (Code) -> UnsafePointer<CChar>?
    /// Converts a structure from wire format to the memory layout.
    typealias Unmarshal =
        @Sendable @convention(c) (UnsafeRawPointer, Int, UnsafeMutablePointer<Int>, Memory) -> Code
    typealias Marshal = @Sendable @convention(c) (Memory, Memory, Int, UnsafeMutablePointer<Int>) -> Code

    let initialize: Initialize
    let finalize: Finalize
    let createPrimary: CreatePrimary
    let create: Create
    let load: Load
    let unseal: Unseal
    let sign: Sign
    /// `ECDH_ZGen`.
    let exchange: Exchange
    let startAuthSession: StartAuthSession
    let setAttributes: SetAttributes
    let policyPCR: PolicyPCR
    let policyCommandCode: PolicyCommandCode
    let policyGetDigest: Unseal
    let readRegisters: ReadRegisters
    let flushContext: FlushContext
    let getName: GetName
    let free: Free
    /// The C library's `malloc_usable_size`: structures that hold secrets are wiped before they are freed.
    let sizeOfMemory: SizeOfMemory
    let decode: Decode
    let readPublic: Unmarshal
    let readPrivate: Unmarshal
    let readSensitive: Unmarshal
    let readSelection: Unmarshal
    let readCipher: Unmarshal
    let readData: Unmarshal
    let readDigest: Unmarshal
    let readScheme: Unmarshal
    let readTicket: Unmarshal
    let readPoint: Unmarshal
    let writePublic: Marshal
    let writePrivate: Marshal
    let writeName: Marshal
    let writeDigest: Marshal
    let writeSelection: Marshal
    let writeSensitiveData: Marshal
    let writeSignature: Marshal
    let writePoint: Marshal

    /// Loads the libraries, or returns those that are already loaded.
    ///
    /// - Parameter prefix: the prefix of the libraries' names; tests pass another one, which no library has.
    /// - Throws: `.libraryMissing`.
    init(prefix: String = "libtss2-") throws(TPMError) {
        do {
            let esys = try SharedLibrary(prefix + "esys.so.0")
            let wire = try SharedLibrary(prefix + "mu.so.0")
            let codes = try SharedLibrary(prefix + "rc.so.0")
            initialize = try esys.function("Esys_Initialize")
            finalize = try esys.function("Esys_Finalize")
            createPrimary = try esys.function("Esys_CreatePrimary")
            create = try esys.function("Esys_Create")
            load = try esys.function("Esys_Load")
            unseal = try esys.function("Esys_Unseal")
            sign = try esys.function("Esys_Sign")
            exchange = try esys.function("Esys_ECDH_ZGen")
            startAuthSession = try esys.function("Esys_StartAuthSession")
            setAttributes = try esys.function("Esys_TRSess_SetAttributes")
            policyPCR = try esys.function("Esys_PolicyPCR")
            policyCommandCode = try esys.function("Esys_PolicyCommandCode")
            policyGetDigest = try esys.function("Esys_PolicyGetDigest")
            readRegisters = try esys.function("Esys_PCR_Read")
            flushContext = try esys.function("Esys_FlushContext")
            getName = try esys.function("Esys_TR_GetName")
            free = try esys.function("Esys_Free")
            sizeOfMemory = try SharedLibrary("libc.so.6").function("malloc_usable_size")
            decode = try codes.function("Tss2_RC_Decode")
            readPublic = try wire.function("Tss2_MU_TPM2B_PUBLIC_Unmarshal")
            readPrivate = try wire.function("Tss2_MU_TPM2B_PRIVATE_Unmarshal")
            readSensitive = try wire.function("Tss2_MU_TPM2B_SENSITIVE_CREATE_Unmarshal")
            readSelection = try wire.function("Tss2_MU_TPML_PCR_SELECTION_Unmarshal")
            readCipher = try wire.function("Tss2_MU_TPMT_SYM_DEF_Unmarshal")
            readData = try wire.function("Tss2_MU_TPM2B_DATA_Unmarshal")
            readDigest = try wire.function("Tss2_MU_TPM2B_DIGEST_Unmarshal")
            readScheme = try wire.function("Tss2_MU_TPMT_SIG_SCHEME_Unmarshal")
            readTicket = try wire.function("Tss2_MU_TPMT_TK_HASHCHECK_Unmarshal")
            readPoint = try wire.function("Tss2_MU_TPM2B_ECC_POINT_Unmarshal")
            writePublic = try wire.function("Tss2_MU_TPM2B_PUBLIC_Marshal")
            writePrivate = try wire.function("Tss2_MU_TPM2B_PRIVATE_Marshal")
            writeName = try wire.function("Tss2_MU_TPM2B_NAME_Marshal")
            writeDigest = try wire.function("Tss2_MU_TPM2B_DIGEST_Marshal")
            writeSelection = try wire.function("Tss2_MU_TPML_PCR_SELECTION_Marshal")
            writeSensitiveData = try wire.function("Tss2_MU_TPM2B_SENSITIVE_DATA_Marshal")
            writeSignature = try wire.function("Tss2_MU_TPMT_SIGNATURE_Marshal")
            writePoint = try wire.function("Tss2_MU_TPM2B_ECC_POINT_Marshal")
        } catch { throw TPMError(.libraryMissing(error.name)) }
    }
}
