import Foundation

/// A report on the filling of a page. It contains no values.
public struct FillReport: Sendable, Equatable {
    /// The outcome for a field.
    public enum Result: String, Sendable, Equatable, Decodable {
        /// The field has the value.
        case filled
        /// The field was left unchanged.
        case refused
        /// The page has changed or removed the value afterwards.
        case changed
    }

    /// A field of the plan.
    public struct Field: Sendable, Equatable, Decodable {
        /// The `id` of the field in the page's model.
        public let field: String
        /// The outcome.
        public let result: Result
        /// The reason for another outcome than `filled`, in English.
        public let reason: String?
    }

    /// The fields in the order of filling.
    public let fields: [Field]

    /// The number of fields that have their value.
    public var filledCount: Int { fields.count { $0.result == .filled } }

    /// The different reasons for which fields have not got their value.
    var reasons: [String] {
        var reasons: [String] = []
        for case let reason? in fields.map(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
        return reasons
    }

    private struct Document: Decodable {
        let version: Int
        let fields: [Field]
    }

    /// - Parameter json: the answer of the scripts.
    /// - Throws: `.unreadable`.
    init(_ json: String) throws(WebKitPageError) {
        guard json.utf8.count <= WebKitPage.mostBytes,
            let document = try? JSONDecoder().decode(Document.self, from: Data(json.utf8)), document.version == 2
        else { throw .unreadable("its scripts gave no report") }
        fields = document.fields
    }
}
