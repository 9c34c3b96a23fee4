@_exported import Foundation

// Core Foundation's types are Foundation's classes. Swift bridges between these and its own types with `as` on Linux too,
// so that `query as CFDictionary` and `result as? Data` compile and work unchanged.

/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// Text.
public typealias CFString = NSString
/// Mutable text.
public typealias CFMutableString = NSMutableString
/// Bytes.
public typealias CFData = NSData
/// Mutable bytes.
public typealias CFMutableData = NSMutableData
/// A dictionary, such as the query of `SecItemCopyMatching`.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// An ordered collection.
public typealias CFArray = NSArray
/// A mutable ordered collection.
public typealias CFMutableArray = NSMutableArray
/// An unordered collection.
public typealias CFSet = NSSet
/// A mutable unordered collection.
public typealias CFMutableSet = NSMutableSet
/// A point in time.
public typealias CFDate = NSDate
/// The address of a resource.
public typealias CFURL = NSURL
/// The object that represents no value.
public typealias CFNull = NSNull
/// A number.
public typealias CFNumber = NSNumber
/// True or false. The same class as `CFNumber`; `CFGetTypeID` tells the two apart.
public typealias CFBoolean = NSNumber
/// An error: a class, so that it can be passed by reference, and an `Error`, so that it can be thrown.
public typealias CFError = NSError

/// A set of flags.
public typealias CFOptionFlags = UInt
/// A position or a count.
public typealias CFIndex = Int
/// The type id of a Core Foundation type.
public typealias CFTypeID = UInt
/// The hash of a Core Foundation object.
public typealias CFHashCode = UInt
/// Seconds, or seconds since 2001-01-01T00:00:00Z.
public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01T00:00:00Z.
public typealias CFAbsoluteTime = CFTimeInterval
/// The result of a function: 0, or an error number.
public typealias OSStatus = Int32
/// Four letters as one number.
public typealias FourCharCode = UInt32
/// Four letters that name a type.
public typealias OSType = FourCharCode
/// C's true (anything but 0) and false (0).
public typealias Boolean = UInt8
/// The pointer through which a function returns its error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// The status of success.
public let noErr: OSStatus = 0
