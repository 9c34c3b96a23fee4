import KeychainServices
import Security

/// A value of a query dictionary, classified once, when the dictionary is read.
///
/// Foundation returns values sometimes as its own objects and sometimes as Swift's; code that uses this type does not have to handle
/// the difference.
enum DictionaryValue {
    case string(String)
    case data(Data)
    case number(Int64)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case uuid(UUID)
    case null
    case accessControl(AccessControl)
    case object(AnyObject)

    init(_ object: AnyObject) {
        switch object {
        case let text as NSString: self = .string(text as String)
        case let number as NSNumber: self.init(number)
        case let bytes as NSData: self = .data(bytes.copied)
        case let control as SecAccessControl: self.init(control)
        case let date as NSDate: self = .date(date as Date)
        case let uuid as NSUUID: self = .uuid(uuid as UUID)
        case is NSNull: self = .null
        default: self = .object(object)
        }
    }

    private init(_ control: SecAccessControl) {
        if let model = try? AccessControl(control) { self = .accessControl(model) } else { self = .object(control) }
    }

    private init(_ number: NSNumber) {
        if number.isBoolean {
            self = .boolean(number.boolValue)
        } else if let integer = Int64(exactly: number) {
            self = .number(integer)
        } else {
            self = .real(number.doubleValue)
        }
    }
}

extension DictionaryValue {
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var data: Data? { if case .data(let bytes) = self { bytes } else { nil } }
    var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    var accessControl: AccessControl? { if case .accessControl(let control) = self { control } else { nil } }

    /// Converts the value to one that an attribute accepts, or nil if no attribute of that kind accepts it.
    ///
    /// Booleans become 0 and 1 for numbers and are not accepted otherwise; UUIDs become text for strings and bytes for a user.
    func attributeValue(for kind: Attribute.Kind) -> AttributeValue? {
        switch (self, kind) {
        case (.string(let text), _): .string(text)
        case (.data(let bytes), _): .data(bytes)
        case (.number(let number), _): .number(number)
        case (.real(let number), _): .real(number)
        case (.date(let date), _): .date(date)
        case (.accessControl(let control), _): .accessControl(control)
        case (.boolean(let flag), .number): .number(flag ? 1 : 0)
        case (.uuid(let uuid), .string): .string(uuid.uuidString)
        case (.uuid(let uuid), .user): .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case (.null, .user): .data(Data())
        default: nil
        }
    }
}

extension DictionaryValue {
    /// The three values of the attribute “synchronizable”, or nil for another value.
    var synchronizable: Query.Synchronizable? {
        switch self {
        case .boolean(false), .number(0), .string("0"): .no
        case .boolean(true), .number(1), .string("1"): .yes
        case .string("syna"): .any
        default: nil
        }
    }
}
