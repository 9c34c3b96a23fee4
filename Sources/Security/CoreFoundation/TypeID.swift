/// The numbers by which `CFGetTypeID` names the types. Programs compare them and never store them.
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
    /// An object that is none of these.
    static let unknown: CFTypeID = 0
}

/// An object whose type has a number of its own.
protocol CoreFoundationObject: AnyObject {
    static var typeID: CFTypeID { get }
}

/// The number of an object's type, 0 if it is none of Core Foundation's or Security's.
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

/// The number of the type `CFString`.
public func CFStringGetTypeID() -> CFTypeID { TypeID.string }
/// The number of the type `CFData`.
public func CFDataGetTypeID() -> CFTypeID { TypeID.data }
/// The number of the type `CFDictionary`.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeID.dictionary }
/// The number of the type `CFArray`.
public func CFArrayGetTypeID() -> CFTypeID { TypeID.array }
/// The number of the type `CFSet`.
public func CFSetGetTypeID() -> CFTypeID { TypeID.set }
/// The number of the type `CFNumber`.
public func CFNumberGetTypeID() -> CFTypeID { TypeID.number }
/// The number of the type `CFBoolean`.
public func CFBooleanGetTypeID() -> CFTypeID { TypeID.boolean }
/// The number of the type `CFDate`.
public func CFDateGetTypeID() -> CFTypeID { TypeID.date }
/// The number of the type `CFNull`.
public func CFNullGetTypeID() -> CFTypeID { TypeID.null }
/// The number of the type `CFURL`.
public func CFURLGetTypeID() -> CFTypeID { TypeID.url }
/// The number of the type `CFError`.
public func CFErrorGetTypeID() -> CFTypeID { TypeID.error }
/// The number of the type `CFAllocator`.
public func CFAllocatorGetTypeID() -> CFTypeID { TypeID.allocator }
