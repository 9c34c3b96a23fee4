/// Hashes of the enrolled set and of companion devices. A hash that differs from one that was stored earlier shows a change.
public final class LADomainState: NSObject, @unchecked Sendable {
    /// The state of the biometry.
    public let biometry: LADomainStateBiometry
    /// The state of companion devices.
    public let companion = LADomainStateCompanion()

    /// The hash of everything; nil if nothing is enrolled, or nothing is known yet.
    public var stateHash: Data? { biometry.stateHash }

    package init(_ biometry: LADomainStateBiometry) { self.biometry = biometry }
}

/// The enrolled set of the biometry.
public final class LADomainStateBiometry: NSObject, @unchecked Sendable {
    /// The kind of biometry.
    public let biometryType: LABiometryType
    /// The hash of the enrolled set; nil if nothing is enrolled, or nothing is known yet.
    public let stateHash: Data?

    package init(_ biometryType: LABiometryType, stateHash: Data?) {
        self.biometryType = biometryType
        self.stateHash = stateHash
    }
}

/// The companion devices that could authenticate the user. There are none on Linux.
public final class LADomainStateCompanion: NSObject, @unchecked Sendable {
    override init() {}

    /// The available kinds: none.
    public var availableCompanionTypes: Set<LACompanionType> { [] }
    /// The hash of all companion devices: nil.
    public var stateHash: Data? { nil }
    /// Returns the hash of one kind: nil.
    public func stateHash(for companionType: LACompanionType) -> Data? { nil }
}
