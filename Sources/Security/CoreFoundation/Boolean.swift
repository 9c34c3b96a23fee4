/// True as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// False as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The object that represents no value.
public let kCFNull: CFNull! = NSNull()

/// The class of Boolean numbers. Foundation keeps it private, and it is the only difference between `true` and `1`.
private let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

extension NSNumber {
    /// Whether the number was made from a Boolean.
    package var isBoolean: Bool { ObjectIdentifier(type(of: self)) == booleanClass }
}

/// Returns the value of a Boolean object; for a number, whether it is not 0.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool { boolean.boolValue }
