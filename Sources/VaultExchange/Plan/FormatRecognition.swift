/// The format of a file, by its content or by its name.
public enum FormatRecognition {
    /// Returns the format of a source.
    ///
    /// - Parameters:
    ///   - source: the file or directory.
    ///   - name: the name of a format; `nil` to recognise it by the content.
    /// - Throws: ``ExchangeError`` with `.unsupported` if there is no such format, or the content is of none.
    public static func format(of source: ImportSource, named name: String? = nil) throws(ExchangeError)
        -> any ImportFormat
    {
        let formats = ExchangeFormatList.imports
        if let name {
            guard let format = formats.first(where: { $0.name == name }) else {
                throw ExchangeError(
                    .unsupported, "there is no format “\(name)”",
                    remedy: "choose one of: \(formats.map(\.name).joined(separator: ", "))")
            }
            return format
        }
        guard source.isDirectory || source.size > 0 else {
            throw ExchangeError(.damaged, "“\(source.path)” is empty", remedy: "export it again")
        }
        guard let format = formats.first(where: { $0.recognizes(source) }) else {
            throw ExchangeError(
                .unsupported, "“\(source.path)” is in no format that is known",
                remedy:
                    "see the formats with: chatelaine vault import --help; name one with --format, or the columns of a CSV file with --map"
            )
        }
        return format
    }
}
