/// A type of generated password. The numbers are Apple's; any other has no passwords.
public typealias SecPasswordType = UInt32

/// 20 letters and digits in five groups, for web sites.
public let kSecPasswordTypeSafari: SecPasswordType = 0
/// 24 capitals and digits in six groups, a code to write down.
public let kSecPasswordTypeiCloudRecovery: SecPasswordType = 1
/// 12 small letters and digits in three groups, for wireless networks.
public let kSecPasswordTypeWifi: SecPasswordType = 2
/// Four digits that are not a common PIN.
public let kSecPasswordTypePIN: SecPasswordType = 3
/// 28 capitals and digits in seven groups; the last two detect typing errors.
public let kSecPasswordTypeiCloudRecoveryKey: SecPasswordType = 4
