/// True as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The object that stands for no value.
public let kCFNull: CFNull! = NSNull()

/// The class of the numbers that are Booleans. Foundation keeps it private, and it is all that tells `true` from `1`.
private let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

extension NSNumber {
    /// Whether the number was made from a Boolean.
    package var isBoolean: Bool { ObjectIdentifier(type(of: self)) == booleanClass }
}

/// The value of a Boolean object; of a number, whether it is not 0.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool { boolean.boolValue }
