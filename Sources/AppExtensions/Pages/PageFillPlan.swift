import AgentProtocol
import Foundation

/// What goes where on a page, as a password manager has answered: for a ``WebPage`` that fills its fields by itself.
///
/// One that hands the plan to a script need not look into it. Has secrets in it, and prints none.
/// Specified in: Docs/password-manager-feature.md, "Pages".
public struct PageFillPlan: Sendable, Equatable {
    /// One value.
    public struct Step: Sendable, Equatable {
        /// The `id` that the field has in the page's model.
        public let field: String
        /// What goes there; of a menu the value of an entry.
        public let value: String
    }

    /// In the order in which to fill.
    public let steps: [Step]

    /// Steps that a plan may have: as many as a page may have fields.
    private static let mostSteps = 2_000
    /// Bytes of the name of a field.
    fileprivate static let mostBytesOfID = 256

    /// - Parameter json: as ``WebPage/fill(with:)`` gets it, 4 MiB at most.
    /// - Throws: `.failedToLoadItemProviderData` for what is no plan of version 1 with 2,000 steps at most.
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

    /// - Throws: for a field without a name, or with one of more than 256 bytes.
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
    /// Never the value.
    public var description: String { "\(field): [redacted]" }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
