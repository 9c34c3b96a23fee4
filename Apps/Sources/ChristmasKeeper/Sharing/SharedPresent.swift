import Foundation
import GtkSupport

/// A present outside the list: a text, or a page with its picture.
struct SharedPresent: Sendable {
    let content: PresentContent
    let pixels: Pixels?

    /// The name of its file.
    var fileName: String { content.picture.isEmpty ? "Present.txt" : "Present.html" }

    /// The content of a file that other programs can read.
    var file: Data {
        guard !content.picture.isEmpty else { return Data((content.text + "\n").utf8) }
        let type = content.picture.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"
        return Data(
            """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <title>Present</title>
            <p style="white-space: pre-wrap">\(Self.escaped(content.text))</p>
            <img alt="" style="max-width: 100%" src="data:\(type);base64,\(content.picture.base64EncodedString())">

            """.utf8)
    }

    /// Writes the file to the path that the user chose, and replaces an existing one. Must not be called on the main thread.
    func write(to path: String) throws { try file.write(to: URL(fileURLWithPath: path), options: .atomic) }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }
}
