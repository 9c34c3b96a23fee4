// The names of the C header, which Swift imports as numbers on Apple's systems: `switch Int32(error.code) { case kLAErrorUserCancel: }`.

/// The domain of the errors of this module.
public let LAErrorDomain = "com.apple.LocalAuthentication"
/// The same domain under the name in the C header.
public let kLAErrorDomain = LAErrorDomain
/// The maximum time for which unlocking the device counts as authentication, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometrics``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// The number of ``LAPolicy/deviceOwnerAuthentication``.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithWatch``.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 = 3
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrWatch``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 = 4
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithWristDetection``.
public let kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 = 5

/// The number of ``LAError/Code/authenticationFailed``.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// The number of ``LAError/Code/userCancel``.
public let kLAErrorUserCancel: Int32 = -2
/// The number of ``LAError/Code/userFallback``.
public let kLAErrorUserFallback: Int32 = -3
/// The number of ``LAError/Code/systemCancel``.
public let kLAErrorSystemCancel: Int32 = -4
/// The number of ``LAError/Code/passcodeNotSet``.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// The number of ``LAError/Code/biometryNotAvailable``.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// The number of ``LAError/Code/touchIDNotAvailable``.
public let kLAErrorTouchIDNotAvailable: Int32 = -6
/// The number of ``LAError/Code/biometryNotEnrolled``.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// The number of ``LAError/Code/touchIDNotEnrolled``.
public let kLAErrorTouchIDNotEnrolled: Int32 = -7
/// The number of ``LAError/Code/biometryLockout``.
public let kLAErrorBiometryLockout: Int32 = -8
/// The number of ``LAError/Code/touchIDLockout``.
public let kLAErrorTouchIDLockout: Int32 = -8
/// The number of ``LAError/Code/appCancel``.
public let kLAErrorAppCancel: Int32 = -9
/// The number of ``LAError/Code/invalidContext``.
public let kLAErrorInvalidContext: Int32 = -10
/// The number of ``LAError/Code/companionNotAvailable``.
public let kLAErrorCompanionNotAvailable: Int32 = -11
/// The number of ``LAError/Code/watchNotAvailable``.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// The number of ``LAError/Code/biometryNotPaired``.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// The number of ``LAError/Code/biometryDisconnected``.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// The number of ``LAError/Code/invalidDimensions``.
public let kLAErrorInvalidDimensions: Int32 = -14
/// The number of ``LAError/Code/notInteractive``.
public let kLAErrorNotInteractive: Int32 = -1004

/// The number of ``LABiometryType/none``.
public let kLABiometryTypeNone: Int32 = 0
/// The number of ``LABiometryType/touchID``.
public let kLABiometryTypeTouchID: Int32 = 1
/// The number of ``LABiometryType/faceID``.
public let kLABiometryTypeFaceID: Int32 = 2
/// The number of ``LABiometryType/opticID``.
public let kLABiometryTypeOpticID: Int32 = 4

/// The number of ``LACredentialType/applicationPassword``.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// The number of ``LACredentialType/smartCardPIN``.
public let kLACredentialSmartCardPIN: Int32 = -3

/// The number of ``LAAccessControlOperation/createItem``.
public let kLAAccessControlOperationCreateItem: Int32 = 0
/// The number of ``LAAccessControlOperation/useItem``.
public let kLAAccessControlOperationUseItem: Int32 = 1
/// The number of ``LAAccessControlOperation/createKey``.
public let kLAAccessControlOperationCreateKey: Int32 = 2
/// The number of ``LAAccessControlOperation/useKeySign``.
public let kLAAccessControlOperationUseKeySign: Int32 = 3
/// The number of ``LAAccessControlOperation/useKeyDecrypt``.
public let kLAAccessControlOperationUseKeyDecrypt: Int32 = 4
/// The number of ``LAAccessControlOperation/useKeyKeyExchange``.
public let kLAAccessControlOperationUseKeyKeyExchange: Int32 = 5

/// The number of ``LACompanionType/watch``.
public let kLACompanionTypeWatch: Int32 = 1
/// The number of ``LACompanionType/mac``.
public let kLACompanionTypeMac: Int32 = 2
/// The number of ``LACompanionType/vision``.
public let kLACompanionTypeVision: Int32 = 4
