import Foundation
import KeyManagement
import KeychainServices

extension LockState {
    package var wire: UInt32 {
        switch self {
        case .noPasscode: 0
        case .beforeFirstUnlock: 1
        case .unlocked: 2
        case .lockedAfterFirstUnlock: 3
        }
    }

    /// - Throws: `.parameter` for a state that this version does not know.
    package init(wire: UInt32) throws(KeychainError) {
        switch wire {
        case 0: self = .noPasscode
        case 1: self = .beforeFirstUnlock
        case 2: self = .unlocked
        case 3: self = .lockedAfterFirstUnlock
        default: throw .unreadable("an unknown lock state")
        }
    }
}

extension WireKeychainStatus {
    package init(_ status: Keychain.Status) {
        if let path = status.path { self.path = path }
        lockState = status.lockState.wire
        counts = status.counts.map { itemClass, count in
            .with {
                $0.itemClass = itemClass.code
                $0.count = UInt64(clamping: count)
            }
        }
        quarantined = UInt64(clamping: status.quarantined)
        hasRecoveryKey_p = status.hasRecoveryKey
        if let cost = status.passcodeCost {
            passcodeMemory = UInt64(clamping: cost.memory)
            passcodePasses = cost.passes
        }
        rewrapPending = status.isRewrapPending
        size = UInt64(clamping: status.size)
        switch status.hardwareKeys {
        case .tpm(let address)?: (hardwareKeys, hardwareDetail) = (.tpm, address)
        case .software(let reason)?: (hardwareKeys, hardwareDetail) = (.software, reason)
        case .none(let reason)?: (hardwareKeys, hardwareDetail) = (.none, reason)
        case nil: break
        }
    }

    private var decodedHardwareKeys: Keychain.Status.HardwareKeys? {
        switch hardwareKeys {
        case .tpm: .tpm(hardwareDetail)
        case .software: .software(hardwareDetail)
        case .none: Keychain.Status.HardwareKeys.none(hardwareDetail)
        case .unknown, .UNRECOGNIZED: nil
        }
    }

    /// - Throws: `.parameter` for a state that this version does not know.
    package func decoded() throws(KeychainError) -> Keychain.Status {
        var counts: [ItemClass: Int] = [:]
        for entry in self.counts {
            // A class that this version does not know could not be displayed.
            if let itemClass = ItemClass.named(entry.itemClass) { counts[itemClass] = Int(clamping: entry.count) }
        }
        return Keychain.Status(
            path: path.isEmpty ? nil : path, lockState: try LockState(wire: lockState), counts: counts,
            quarantined: Int(clamping: quarantined), hasRecoveryKey: hasRecoveryKey_p,
            passcodeCost: passcodePasses == 0 ? nil : (Int(clamping: passcodeMemory), passcodePasses),
            isRewrapPending: rewrapPending, size: Int(clamping: size), hardwareKeys: decodedHardwareKeys)
    }
}
