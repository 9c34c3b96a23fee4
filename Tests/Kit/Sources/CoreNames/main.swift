import CoreFoundation
import Security

let name: CFString = "kit" as CFString
let dictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, nil, nil)
print("core foundation: \(CFGetTypeID(name) == CFStringGetTypeID()), \(dictionary != nil), \(kSecClassKey)")
