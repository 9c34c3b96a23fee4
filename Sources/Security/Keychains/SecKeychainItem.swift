/// An item of a keychain, as the functions before `SecItem…` know it.
public class SecKeychainItem: NSObject, @unchecked Sendable {
    /// The backend's object for the item.
    package let handle: any Sendable

    package init(handle: any Sendable) { self.handle = handle }

    private var value: AnyHashable? { (handle as? any Hashable).map { AnyHashable($0) } }

    /// Whether `object` is the same item.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKeychainItem else { return false }
        return value.map { $0 == other.value } ?? (self === other)
    }
    /// A hash that is equal for equal items.
    public override var hash: Int { value?.hashValue ?? ObjectIdentifier(self).hashValue }
}

extension SecKeychainItem: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.keychainItem }
}

/// Returns the type id of `SecKeychainItem`.
public func SecKeychainItemGetTypeID() -> CFTypeID { SecKeychainItem.typeID }

/// Four letters that name a class of items.
public enum SecItemClass: FourCharCode, Sendable {
    /// A password for a server.
    case internetPasswordItemClass = 0x696e_6574
    /// A password for a service.
    case genericPasswordItemClass = 0x6765_6e70
    /// A password for a volume; there are no such items.
    case appleSharePasswordItemClass = 0x6173_6870
    /// A certificate.
    case certificateItemClass = 0x8000_1000
    /// A public key.
    case publicKeyItemClass = 15
    /// A private key.
    case privateKeyItemClass = 16
    /// A symmetric key.
    case symmetricKeyItemClass = 17
}

/// Four letters that name an attribute.
public typealias SecKeychainAttrType = OSType

/// One attribute of an item.
public struct SecKeychainAttribute {
    /// The attribute: one of `SecItemAttr`.
    public var tag: SecKeychainAttrType
    /// The number of bytes at `data`.
    public var length: UInt32
    /// The value.
    public var data: UnsafeMutableRawPointer?

    /// Makes an attribute of zeros.
    public init() { self.init(tag: 0, length: 0, data: nil) }

    /// Makes an attribute.
    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        self.tag = tag
        self.length = length
        self.data = data
    }
}

/// Attributes of an item.
public struct SecKeychainAttributeList {
    /// The number of attributes at `attr`.
    public var count: UInt32
    /// The attributes.
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    /// Makes a list of none.
    public init() { self.init(count: 0, attr: nil) }

    /// Makes a list.
    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        self.count = count
        self.attr = attr
    }
}

/// The attributes that are asked for.
public struct SecKeychainAttributeInfo {
    /// The number of tags at `tag`.
    public var count: UInt32
    /// The tags.
    public var tag: UnsafeMutablePointer<UInt32>
    /// The formats; not used.
    public var format: UnsafeMutablePointer<UInt32>?

    /// Makes a list of tags.
    public init(count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?) {
        self.count = count
        self.tag = tag
        self.format = format
    }
}
