import Foundation

/// The start of an XML document, by which formats are recognised.
package enum XMLProlog {
    /// Returns the name of the document's element; `nil` if the text is no start of a document.
    package static func rootName(_ text: String) -> String? {
        var rest = text.drop(while: \.isWhitespace)
        while rest.first == "<" {
            let end: String
            if rest.hasPrefix("<?") {
                end = "?>"
            } else if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<!") {
                end = ">"
            } else {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
                return name.isEmpty ? nil : String(name.split(separator: ":").last ?? "")
            }
            guard let range = rest.range(of: end) else { return nil }
            rest = rest[range.upperBound...].drop(while: \.isWhitespace)
        }
        return nil
    }
}
