/// A secret sealed by a TPM. Only that TPM can unseal it. Nothing here is secret.
package struct SealedObject: Hashable, Sendable {
    /// The name of the storage key that the object is sealed under. It identifies the TPM, and changes when the TPM is cleared.
    package let parent: [UInt8]
    /// A TPM2B_PUBLIC in the specification's wire format.
    package let publicArea: [UInt8]
    /// A TPM2B_PRIVATE in the specification's wire format, encrypted by the TPM.
    package let privateArea: [UInt8]
    /// The registers whose values must not have changed; nil for none.
    package let pcrs: PCRSelection?

    package init(parent: [UInt8], publicArea: [UInt8], privateArea: [UInt8], pcrs: PCRSelection?) {
        self.parent = parent
        self.publicArea = publicArea
        self.privateArea = privateArea
        self.pcrs = pcrs
    }
}
