/// What a TPM made of a secret: only that TPM makes the secret of it again. Nothing here is secret.
package struct SealedObject: Hashable, Sendable {
    /// Says which TPM, and which state of it: the name of the storage key that the object is sealed under.
    package let parent: [UInt8]
    /// A TPM2B_PUBLIC as the specification has it on the wire.
    package let publicArea: [UInt8]
    /// A TPM2B_PRIVATE as the specification has it on the wire: encrypted by the TPM.
    package let privateArea: [UInt8]
    /// What has to be as it was; nil: nothing.
    package let pcrs: PCRSelection?

    package init(parent: [UInt8], publicArea: [UInt8], privateArea: [UInt8], pcrs: PCRSelection?) {
        self.parent = parent
        self.publicArea = publicArea
        self.privateArea = privateArea
        self.pcrs = pcrs
    }
}
