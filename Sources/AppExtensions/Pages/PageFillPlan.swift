import AgentProtocol
import Foundation

/// The values for the fields of a page, from a password manager's answer: for a ``WebPage`` that fills its fields
/// itself.
///
/// A page that passes the plan to a script need not decode it. Contains secrets, and prints none.
/// Specified in: Docs/password-manager-feature.md, "Pages".
public struct PageFillPlan: Sendable, Equatable {
    /// One value for one field.
    public struct Step: Sendable, Equatable {
        /// The `id` of the field in the page's model.
        public let field: String
        /// The value to fill in; for a menu the value of an entry.
        public let value: String
    }

    /// The steps in the order of filling.
    public let steps: [Step]

    /// The maximum number of steps: as many as a page may have fields.
    private static let mostSteps = 2_000
    /// The maximum length of a field's name in bytes.
    fileprivate static let mostBytesOfID = 256

    /// - Parameter json: the argument of ``WebPage/fill(with:)``, 4 MiB at most.
    /// - Throws: `.failedToLoadItemProviderData` unless it is a plan of version 1 with 2,000 steps at most.
    public init(_ json: Data) throws(PasswordManagerError) {
        guard json.count <= PasswordManagerLimits.page,
            let document = try? JSONDecoder().decode(Document.self, from: json),
            document.version == 1
        else { throw PasswordManagerError.unreadableAnswer }
        steps = document.steps
    }

    private struct Document: Decodable {
        let version: Int
        let steps: [Step]

        enum Key: CodingKey { case version, fill }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            version = try container.decode(Int.self, forKey: .version)
            let list = try container.nestedUnkeyedContainer(forKey: .fill)
            guard list.count ?? .max <= PageFillPlan.mostSteps else { throw PasswordManagerError.unreadableAnswer }
            steps = try container.decode([Step].self, forKey: .fill)
        }
    }
}

extension PageFillPlan.Step: Decodable {
    private enum Key: CodingKey { case field, value }

    /// - Throws: an error for a field without a name, or with a name of more than 256 bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        field = try container.decode(String.self, forKey: .field)
        value = try container.decode(String.self, forKey: .value)
        guard (1...PageFillPlan.mostBytesOfID).contains(field.utf8.count) else {
            throw PasswordManagerError.unreadableAnswer
        }
    }
}

extension PageFillPlan.Step: CustomStringConvertible, CustomReflectable {
    /// The field's name without the value.
    public var description: String { "\(field): [redacted]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
