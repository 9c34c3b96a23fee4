import LocalAuthentication
import Testing

/// The numbers of keychain-services 10.1.
@Suite struct ConstantTests {
    @Test func policies() {
        #expect(LAPolicy.deviceOwnerAuthenticationWithBiometrics.rawValue == 1)
        #expect(LAPolicy.deviceOwnerAuthentication.rawValue == 2)
        #expect(LAPolicy.deviceOwnerAuthenticationWithWatch.rawValue == 3)
        #expect(LAPolicy(rawValue: 3) == .deviceOwnerAuthenticationWithCompanion)
        #expect(LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch.rawValue == 4)
        #expect(LAPolicy(rawValue: 4) == .deviceOwnerAuthenticationWithBiometricsOrCompanion)
        #expect(LAPolicy.deviceOwnerAuthenticationWithWristDetection.rawValue == 5)
        #expect(Int32(LAPolicy.deviceOwnerAuthentication.rawValue) == kLAPolicyDeviceOwnerAuthentication)
    }

    @Test func errors() {
        let codes: [(LAError.Code, LAError.Code, Int32, Int)] = [
            (LAError.authenticationFailed, .authenticationFailed, kLAErrorAuthenticationFailed, -1),
            (LAError.userCancel, .userCancel, kLAErrorUserCancel, -2),
            (LAError.userFallback, .userFallback, kLAErrorUserFallback, -3),
            (LAError.systemCancel, .systemCancel, kLAErrorSystemCancel, -4),
            (LAError.passcodeNotSet, .passcodeNotSet, kLAErrorPasscodeNotSet, -5),
            (LAError.biometryNotAvailable, .biometryNotAvailable, kLAErrorBiometryNotAvailable, -6),
            (LAError.touchIDNotAvailable, .touchIDNotAvailable, kLAErrorTouchIDNotAvailable, -6),
            (LAError.biometryNotEnrolled, .biometryNotEnrolled, kLAErrorBiometryNotEnrolled, -7),
            (LAError.touchIDNotEnrolled, .touchIDNotEnrolled, kLAErrorTouchIDNotEnrolled, -7),
            (LAError.biometryLockout, .biometryLockout, kLAErrorBiometryLockout, -8),
            (LAError.touchIDLockout, .touchIDLockout, kLAErrorTouchIDLockout, -8),
            (LAError.appCancel, .appCancel, kLAErrorAppCancel, -9),
            (LAError.invalidContext, .invalidContext, kLAErrorInvalidContext, -10),
            (LAError.companionNotAvailable, .companionNotAvailable, kLAErrorCompanionNotAvailable, -11),
            (LAError.watchNotAvailable, .watchNotAvailable, kLAErrorWatchNotAvailable, -11),
            (LAError.biometryNotPaired, .biometryNotPaired, kLAErrorBiometryNotPaired, -12),
            (LAError.biometryDisconnected, .biometryDisconnected, kLAErrorBiometryDisconnected, -13),
            (LAError.invalidDimensions, .invalidDimensions, kLAErrorInvalidDimensions, -14),
            (LAError.notInteractive, .notInteractive, kLAErrorNotInteractive, -1004),
        ]
        for (code, same, constant, number) in codes {
            #expect(code == same)
            #expect(code.rawValue == number)
            #expect(Int(constant) == number)
        }
        #expect(LAErrorDomain == "com.apple.LocalAuthentication")
        #expect(LAError.errorDomain == LAErrorDomain)
        #expect(kLAErrorDomain == LAErrorDomain)
    }

    @Test func others() {
        #expect(
            [LABiometryType.none, .LABiometryNone, .touchID, .faceID, .opticID].map(\.rawValue) == [0, 0, 1, 2, 4])
        #expect([LACredentialType.applicationPassword, .smartCardPIN].map(\.rawValue) == [0, -3])
        let operations: [LAAccessControlOperation] = [
            .createItem, .useItem, .createKey, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange,
        ]
        #expect(operations.map(\.rawValue) == Array(0...5))
        #expect([LACompanionType.watch, .mac, .vision].map(\.rawValue) == [1, 2, 4])
        #expect(kLACredentialSmartCardPIN == -3)
        #expect(kLABiometryTypeOpticID == 4)
    }
}
