/// The attributes of items, by the four letters that `SecKeychainAttribute` has as its tag.
public enum SecItemAttr: FourCharCode, Sendable {
    /// The time at which the item was made.
    case creationDateItemAttr = 0x6364_6174
    /// The time of the last change.
    case modDateItemAttr = 0x6d64_6174
    /// The kind of the item, for people.
    case descriptionItemAttr = 0x6465_7363
    /// A comment.
    case commentItemAttr = 0x6963_6d74
    /// The program that made the item: four letters.
    case creatorItemAttr = 0x6372_7472
    /// The item's type: four letters.
    case typeItemAttr = 0x7479_7065
    /// The script of the text.
    case scriptCodeItemAttr = 0x7363_7270
    /// The name of the item, for people.
    case labelItemAttr = 0x6c61_626c
    /// Whether the item is not to be shown.
    case invisibleItemAttr = 0x696e_7669
    /// Whether there is no password.
    case negativeItemAttr = 0x6e65_6761
    /// Whether the item has an icon of its own.
    case customIconItemAttr = 0x6375_7369
    /// The account.
    case accountItemAttr = 0x6163_6374
    /// The service.
    case serviceItemAttr = 0x7376_6365
    /// Bytes of the program.
    case genericItemAttr = 0x6765_6e61
    /// The security domain.
    case securityDomainItemAttr = 0x7364_6d6e
    /// The server.
    case serverItemAttr = 0x7372_7672
    /// The way to authenticate.
    case authenticationTypeItemAttr = 0x6174_7970
    /// The port.
    case portItemAttr = 0x706f_7274
    /// The path on the server.
    case pathItemAttr = 0x7061_7468
    /// The volume; items have none.
    case volumeItemAttr = 0x766c_6d65
    /// The address; items have none.
    case addressItemAttr = 0x6164_6472
    /// The signature of a server; items have none.
    case signatureItemAttr = 0x7373_6967
    /// The protocol.
    case protocolItemAttr = 0x7074_636c
    /// The type of a certificate.
    case certificateType = 0x6374_7970
    /// The encoding of a certificate.
    case certificateEncoding = 0x6365_6e63
    /// The type of a revocation list; items have none.
    case crlType = 0x6372_7470
    /// The encoding of a revocation list; items have none.
    case crlEncoding = 0x6372_6e63
    /// Another name.
    case alias = 0x616c_6973
}
