import Foundation
import FuzzInput
import Security

/// Makes dictionaries out of bytes: mostly keys that Apple's API has, with values of every type that a program could put there.
struct QueryMaker {
    var input: FuzzInput
    /// What the last search found.
    var found: AnyObject?

    private static let keys = [
        "class", "acct", "svce", "srvr", "sdmn", "ptcl", "atyp", "port", "path", "labl", "gena", "desc", "icmt", "agrp",
        "sync",
        "pdmn", "accc", "cdat", "mdat", "crtr", "type", "scrp", "invi", "nega", "kcls", "klbl", "atag", "bsiz", "esiz",
        "perm",
        "sdat", "edat", "subj", "issr", "slnr", "skid", "pkhh", "ctyp", "cenc", "tomb", "musr", "sha1", "vwht", "tkid",
        "m_Limit", "m_CaseInsensitive", "m_Policy", "m_Issuers", "m_EmailAddressIfPresent", "m_SubjectContains",
        "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString", "m_ValidOnDate", "m_TrustedOnly",
        "m_ItemList",
        "m_SearchList", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "v_Data", "v_Ref", "v_PersistentRef",
        "u_OpPrompt",
        "u_AuthUI", "u_AuthCtx", "u_Keychain", "nleg",
    ]
    private static let texts = [
        "genp", "inet", "cert", "keys", "idnt", "apls", "m_LimitAll", "m_LimitOne", "ak", "ck", "dk", "aku", "cku",
        "dku",
        "akpu", "syna", "fuzz", "other", "com.apple.token", "u_AuthUIF", "u_AuthUIS", "htps", "443", "", "\u{0}", "é",
        "e\u{301}",
    ]

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        input = FuzzInput(start, count)
    }

    mutating func dictionary() -> NSDictionary {
        let dictionary = NSMutableDictionary()
        for _ in 0..<Int(input.byte() % 10) {
            let key = key()
            dictionary[key] = key == "v_Ref" ? reference() : value(depth: 0)
        }
        // The fuzzer must not ask for a finger.
        if dictionary["u_AuthUI"] == nil { dictionary["u_AuthUI"] = "u_AuthUIF" }
        return dictionary
    }

    private mutating func reference() -> AnyObject {
        let selector = input.byte()
        if selector >= 0xf0 { return value(depth: 0) }
        if selector >= 0xd0, let found { return found }
        return ReferenceMaker.shared.object(selector)
    }

    private mutating func key() -> NSString {
        let selector = Int(input.byte())
        if selector < 2 * Self.keys.count { return Self.keys[selector % Self.keys.count] as NSString }
        return text() as NSString
    }

    private mutating func text() -> String {
        let selector = Int(input.byte())
        if selector < 4 * Self.texts.count { return Self.texts[selector % Self.texts.count] }
        return String(decoding: input.chunk(atMost: 64), as: UTF8.self)
    }

    private mutating func value(depth: Int) -> AnyObject {
        switch input.byte() % 16 {
        case 0...4: return text() as NSString
        case 5, 6: return Data(input.chunk(atMost: 200)) as NSData
        case 7: return NSNumber(value: input.byte() & 1 == 0)
        case 8: return NSNumber(value: input.integer())
        case 9: return NSNumber(value: Double(bitPattern: UInt64(bitPattern: input.integer())))
        case 10: return NSNumber(value: UInt64(bitPattern: input.integer()))
        case 11: return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: UInt64(bitPattern: input.integer())))
        case 12: return NSNull()
        case 13 where depth < 3:
            return NSArray(array: (0..<Int(input.byte() % 4)).map { _ in value(depth: depth + 1) })
        case 14 where depth < 3: return NSDictionary(object: value(depth: depth + 1), forKey: key())
        case 15: return accessControl()
        default: return NSNumber(value: input.byte())
        }
    }

    private mutating func accessControl() -> AnyObject {
        let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(truncatingIfNeeded: input.integer()))
        return SecAccessControlCreateWithFlags(nil, text() as NSString, flags, nil) ?? NSNull()
    }
}
