/// What is enrolled, as hashes to compare: one that differs from the one that you have kept says that something has changed.
public final class LADomainState: NSObject, @unchecked Sendable {
    /// The biometry.
    public let biometry: LADomainStateBiometry
    /// The devices nearby.
    public let companion = LADomainStateCompanion()

    /// The hash of everything; nil if nothing is enrolled, or nothing is known yet.
    public var stateHash: Data? { biometry.stateHash }

    package init(_ biometry: LADomainStateBiometry) { self.biometry = biometry }
}

/// The biometry that is enrolled.
public final class LADomainStateBiometry: NSObject, @unchecked Sendable {
    /// Which biometry there is.
    public let biometryType: LABiometryType
    /// The hash of what is enrolled; nil if nothing is, or nothing is known yet.
    public let stateHash: Data?

    package init(_ biometryType: LABiometryType, stateHash: Data?) {
        self.biometryType = biometryType
        self.stateHash = stateHash
    }
}

/// The devices nearby that could speak for the person. There are none on Linux.
public final class LADomainStateCompanion: NSObject, @unchecked Sendable {
    override init() {}

    /// Which there are: none.
    public var availableCompanionTypes: Set<LACompanionType> { [] }
    /// The hash of all: nil.
    public var stateHash: Data? { nil }
    /// The hash of one kind: nil.
    public func stateHash(for companionType: LACompanionType) -> Data? { nil }
}
