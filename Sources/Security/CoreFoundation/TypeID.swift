/// The type ids that `CFGetTypeID` returns. Programs compare them and never store them.
enum TypeID {
    static let null: CFTypeID = 16
    static let set: CFTypeID = 17
    static let dictionary: CFTypeID = 18
    static let array: CFTypeID = 19
    static let data: CFTypeID = 20
    static let boolean: CFTypeID = 21
    static let number: CFTypeID = 22
    static let string: CFTypeID = 7
    static let error: CFTypeID = 27
    static let url: CFTypeID = 29
    static let date: CFTypeID = 42
    static let allocator: CFTypeID = 2
    static let key: CFTypeID = 300
    static let certificate: CFTypeID = 301
    static let identity: CFTypeID = 302
    static let trust: CFTypeID = 303
    static let policy: CFTypeID = 304
    static let accessControl: CFTypeID = 305
    static let keychain: CFTypeID = 306
    static let keychainItem: CFTypeID = 307
    static let access: CFTypeID = 308
    static let accessList: CFTypeID = 309
    static let trustedApplication: CFTypeID = 310
    /// The id of any other object.
    static let unknown: CFTypeID = 0
}

/// An object whose type has a type id of its own.
protocol CoreFoundationObject: AnyObject {
    static var typeID: CFTypeID { get }
}

/// Returns the type id of an object, 0 if its type is not one of Core Foundation's or Security's.
public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
    switch object {
    case let object as any CoreFoundationObject: type(of: object).typeID
    case is NSString: TypeID.string
    case let number as NSNumber: number.isBoolean ? TypeID.boolean : TypeID.number
    case is NSData: TypeID.data
    case is NSDictionary: TypeID.dictionary
    case is NSArray: TypeID.array
    case is NSDate: TypeID.date
    case is NSNull: TypeID.null
    case is NSError: TypeID.error
    case is NSURL: TypeID.url
    case is NSSet: TypeID.set
    case is CFAllocator: TypeID.allocator
    default: TypeID.unknown
    }
}

/// Returns the type id of `CFString`.
public func CFStringGetTypeID() -> CFTypeID { TypeID.string }
/// Returns the type id of `CFData`.
public func CFDataGetTypeID() -> CFTypeID { TypeID.data }
/// Returns the type id of `CFDictionary`.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeID.dictionary }
/// Returns the type id of `CFArray`.
public func CFArrayGetTypeID() -> CFTypeID { TypeID.array }
/// Returns the type id of `CFSet`.
public func CFSetGetTypeID() -> CFTypeID { TypeID.set }
/// Returns the type id of `CFNumber`.
public func CFNumberGetTypeID() -> CFTypeID { TypeID.number }
/// Returns the type id of `CFBoolean`.
public func CFBooleanGetTypeID() -> CFTypeID { TypeID.boolean }
/// Returns the type id of `CFDate`.
public func CFDateGetTypeID() -> CFTypeID { TypeID.date }
/// Returns the type id of `CFNull`.
public func CFNullGetTypeID() -> CFTypeID { TypeID.null }
/// Returns the type id of `CFURL`.
public func CFURLGetTypeID() -> CFTypeID { TypeID.url }
/// Returns the type id of `CFError`.
public func CFErrorGetTypeID() -> CFTypeID { TypeID.error }
/// Returns the type id of `CFAllocator`.
public func CFAllocatorGetTypeID() -> CFTypeID { TypeID.allocator }
