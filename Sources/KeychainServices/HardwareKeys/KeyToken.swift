import Dispatch
import Glibc
import Synchronization
import TrustedPlatform

/// Where keys of the token `com.apple.setoken` are made and used: the machine's TPM, or memory in its place if the settings allow that.
///
/// Specified in: Docs/keys.md, "Keys in the TPM".
package struct KeyToken: Hashable, Sendable {
    /// The value of the attribute `tkid` of such keys.
    package static let identifier = "com.apple.setoken"

    /// The TPM; nil for the machine's own.
    private let address: TPMAddress?
    /// Whether keys are made in software if there is no TPM.
    private let allowsSoftware: Bool
    /// The reason for which this process has no token at all.
    private let refusal: String?

    /// - Parameters:
    ///   - address: the TPM; nil for the machine's own.
    ///   - allowsSoftware: whether keys are made in software if there is no TPM.
    package init(_ address: TPMAddress?, allowsSoftware: Bool = false) {
        (self.address, self.allowsSoftware, refusal) = (address, allowsSoftware, nil)
    }

    private init(refusal: String) { (address, allowsSoftware, self.refusal) = (nil, false, refusal) }

    /// That of the settings: only they name the TPM, never what is stored with a key.
    ///
    /// - Throws: `.parameter` for an address that is none.
    package init(_ settings: Settings) throws(KeychainError) {
        var address: TPMAddress?
        if let text = settings.tcti {
            address = TPMAddress(text)
            guard address != nil else {
                throw KeychainError(
                    .parameter, "“tpm.tcti” of the settings is not the address of a TPM",
                    remedy: "give device:/dev/tpmrm0, or swtpm:path=/…")
            }
        }
        self.init(address, allowsSoftware: settings.allowsSoftwareKeys)
    }

    /// That of the user's settings, as they are now.
    ///
    /// - Throws: as ``Settings/read(_:)`` and ``init(_:)``.
    package static func ofUser() throws(KeychainError) -> KeyToken { try KeyToken(Settings.read(Settings.userPath())) }

    /// None: the system service serves all users, and its account need not have the right to use the TPM.
    package static let ofSystemService = KeyToken(refusal: "the system service keeps no keys in the TPM")

    /// The TPM for other purposes of an agent; nil if there is none.
    package var tpm: TPMAddress? { address ?? .ofMachine() }

    /// Where a key is made.
    package enum Place: Hashable, Sendable {
        case tpm
        /// In software, for the reason that there is no TPM to use.
        case software(String)
    }

    /// Returns where a key would be made now. A TPM that is there and does not work is not replaced: a program that can keep it
    /// busy must not decide where keys are made.
    ///
    /// - Throws: `.unimplemented` if there is neither.
    package func place() throws(KeychainError) -> Place {
        if let refusal { throw .noToken(refusal, remedy: "use keys without kSecAttrTokenID") }
        do throws(TPMError) {
            guard let address = tpm else { throw TPMError.noTPM }
            try address.checkAvailability()
            return .tpm
        } catch {
            guard !allowsSoftware else { return .software(error.reason) }
            throw .noToken(error.reason, remedy: error.remedy)
        }
    }

    /// Checks that keys in software may be used.
    ///
    /// - Throws: `.unimplemented`.
    func checkAllowsSoftware() throws(KeychainError) {
        guard !allowsSoftware else { return }
        throw .noToken(
            "the key is in software, which the settings do not allow",
            remedy: "set “tpm.allowsSoftwareKeys”, or make another key in the TPM")
    }

    // MARK: - The TPM

    /// The milliseconds for one command.
    private static let commandTime: Int32 = 10_000
    /// The time to wait for others.
    private static let turnTime = DispatchTimeInterval.seconds(30)
    /// One operation of this process at a time, for each TPM.
    private static let turns = Mutex<[TPMAddress: DispatchSemaphore]>([:])

    private static func turn(_ address: TPMAddress) -> DispatchSemaphore {
        turns.withLock { turns in
            if let turn = turns[address] { return turn }
            let turn = DispatchSemaphore(value: 1)
            turns[address] = turn
            return turn
        }
    }

    /// Returns the name of the storage key, which distinguishes TPMs, and one before and after it was cleared.
    ///
    /// - Throws: as ``withTPM(_:_:)``.
    func nameOfTPM(_ root: KeychainRoot?) throws(KeychainError) -> [UInt8] {
        try withTPM(root) { tpm throws(TPMError) in tpm.name }
    }

    /// Calls `body` with the TPM, while no other key of this process is used.
    ///
    /// - Parameter root: the keychains whose processes take turns as well; nil for none.
    /// - Throws: `.notAvailable` if there is no TPM, it does not answer, or is busy for too long; `.decode` for a key that it has not made.
    func withTPM<Result: ~Copyable>(
        _ root: KeychainRoot?, _ body: (TrustedPlatform) throws(TPMError) -> Result
    ) throws(KeychainError) -> Result {
        if let refusal { throw .noToken(refusal, remedy: "use keys without kSecAttrTokenID") }
        guard let address = tpm else { throw KeychainError(token: .noTPM) }
        let turn = Self.turn(address)
        guard turn.wait(timeout: .now() + Self.turnTime) == .success else { throw .tokenIsBusy }
        defer { turn.signal() }
        func use() throws -> Result { try body(TrustedPlatform(at: address, timeout: Self.commandTime)) }
        do {
            guard let root, access(root.path, F_OK) == 0 else { return try use() }
            return try DeviceKeyFile(root: root).withTPMLock(use)
        } catch let error as TPMError {
            throw KeychainError(token: error)
        } catch {
            throw KeychainError(error)
        }
    }
}

extension KeychainError {
    fileprivate static func noToken(_ reason: String, remedy: String) -> KeychainError {
        KeychainError(.unimplemented, "there are no keys in hardware: \(reason)", remedy: remedy)
    }

    fileprivate static var tokenIsBusy: KeychainError {
        KeychainError(.notAvailable, "the TPM is busy with other keys", remedy: "try again")
    }

    /// Makes the error of a TPM that was to use a key.
    fileprivate init(token error: TPMError) {
        switch error.kind {
        case .otherTPM:
            self.init(
                .notAvailable, "the key is in another TPM, or this TPM was cleared since",
                remedy: "use the machine that made it; if its TPM was cleared, delete the key and make another")
        case .damaged:
            self.init(.decode, "the TPM does not accept the key: it is damaged", remedy: "restore a backup")
        default: self.init(.notAvailable, error.reason, remedy: error.remedy)
        }
    }
}
