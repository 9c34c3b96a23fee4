import ArgumentParser
import KeychainServices

/// The secret parts that some items have in addition to their secret.
enum SecretPart {
    static func parse(_ name: String) throws -> AttributeKey {
        guard let key = AttributeName.key(named: name),
            ItemClass.all.contains(where: { $0.attribute(key)?.isSecret == true })
        else {
            throw Failure.usage(
                "there is no secret part “\(name)”", remedy: "name notes, history or client-data-0 to client-data-3")
        }
        return key
    }
}
