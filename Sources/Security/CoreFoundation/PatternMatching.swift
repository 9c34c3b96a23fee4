import Foundation

/// Whether a text is that of a constant: for `case kSecAttrAccount as String:` in a `switch` over a `String`, which Swift takes for a
/// pattern and a cast on Linux.
public func ~= (pattern: CFString, value: String) -> Bool { pattern as String == value }
