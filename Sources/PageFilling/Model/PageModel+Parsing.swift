import Foundation

extension PageModel {
    /// The limits of a page model.
    package enum Limits {
        /// The maximum size of the JSON text, in bytes.
        package static let bytes = 4 << 20
        package static let fields = 2_000
        package static let forms = 500
        /// The maximum number of options of a menu. Further ones are ignored.
        package static let options = 1_000
        /// The maximum size of the page's address, in bytes.
        static let url = 8 << 10
        /// The maximum size of a field's ``Field/id``, in bytes.
        static let id = 256
        /// The maximum number of texts in a list of them. Further ones are ignored.
        static let texts = 16
        /// The maximum size of any other text, in bytes. The rest is ignored.
        static let text = 1_024

        /// Returns the part of a text that is used.
        fileprivate static func cut(_ text: String) -> String {
            guard text.utf8.count > Self.text else { return text }
            // A cut within a character leaves a replacement character, which no vocabulary contains.
            return String(decoding: text.utf8.prefix(Self.text), as: UTF8.self)
        }
    }

    /// Parses a page model.
    ///
    /// - Parameter json: data from an untrusted page.
    /// - Throws: code 4 if the data is not a model of version 1 or 2, exceeds ``Limits``, or has an `id` twice.
    package init(json: Data) throws(PageFillingError) {
        guard json.count <= Limits.bytes else { throw .unreadable("it has more than 4 MiB") }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: json)
        } catch let error as PageFillingError {
            throw error
        } catch {
            throw .unreadable("it is not a page model of version 1 or 2")
        }
        guard Set(document.fields.map(\.id)).count == document.fields.count else {
            throw .unreadable("two fields have the same id")
        }
        self.init(url: document.url, fields: document.fields, forms: document.forms)
        (title, language, headings) = (document.title, document.language, document.headings)
    }
}

/// The JSON object. Unknown members are ignored.
private struct Document: Decodable {
    let url: String
    let fields: [PageModel.Field]
    let forms: [PageModel.Form]
    let title: String
    let language: String
    let headings: [String]

    enum Key: CodingKey { case version, url, fields, forms, title, language, headings }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // Version 2 has more members, and changes the meaning of none.
        guard try [1, 2].contains(container.decode(Int.self, forKey: .version)) else {
            throw PageFillingError.unreadable("its version is neither 1 nor 2")
        }
        title = try container.text(.title)
        language = try container.text(.language)
        headings = try container.texts(.headings)
        url = try container.decode(String.self, forKey: .url)
        guard (1...PageModel.Limits.url).contains(url.utf8.count) else {
            throw PageFillingError.unreadable("its address is empty or has more than 8 KiB")
        }
        fields = try container.array(.fields, most: PageModel.Limits.fields, "fields")
        forms =
            container.contains(.forms) ? try container.array(.forms, most: PageModel.Limits.forms, "forms") : []
    }
}

extension KeyedDecodingContainer {
    /// Decodes the elements of an array. If there are too many, it throws before it decodes any of them.
    fileprivate func array<Element: Decodable>(_ key: Key, most: Int, _ what: String) throws -> [Element] {
        let list = try nestedUnkeyedContainer(forKey: key)
        guard let count = list.count, count <= most else {
            throw PageFillingError.unreadable("it has more than \(most) \(what)")
        }
        return try decode([Element].self, forKey: key)
    }

    /// Decodes a text and cuts it to ``PageModel/Limits/text`` bytes; empty if there is none.
    fileprivate func text(_ key: Key) throws -> String {
        PageModel.Limits.cut(try decodeIfPresent(String.self, forKey: key) ?? "")
    }

    /// Decodes the first texts of an array; none if there is no array.
    fileprivate func texts(_ key: Key) throws -> [String] {
        guard contains(key) else { return [] }
        var list = try nestedUnkeyedContainer(forKey: key)
        var texts: [String] = []
        while !list.isAtEnd, texts.count < PageModel.Limits.texts {
            texts.append(PageModel.Limits.cut(try list.decode(String.self)))
        }
        return texts
    }
}

extension PageModel.Field: Decodable {
    private enum Key: CodingKey {
        case id, frame, form, type, name, htmlID, label, near, group, hint, title, placeholder, hints, inputMode,
            pattern, autocomplete, maxLength, options, visible, hidden, editable, focused, hasText
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let id = try container.decode(String.self, forKey: .id)
        guard (1...PageModel.Limits.id).contains(id.utf8.count) else {
            throw PageFillingError.unreadable("the id of a field is empty or has more than 256 bytes")
        }
        self.init(id: id)
        frame = try container.decodeIfPresent(String.self, forKey: .frame)
        form = try container.decodeIfPresent(Int.self, forKey: .form)
        let type = try container.text(.type).lowercased()
        self.type = type.isEmpty ? "text" : type
        name = try container.text(.name)
        htmlID = try container.text(.htmlID)
        label = try container.text(.label)
        near = try container.text(.near)
        group = try container.text(.group)
        hint = try container.text(.hint)
        title = try container.text(.title)
        hints = try container.text(.hints)
        inputMode = try container.text(.inputMode)
        pattern = try container.text(.pattern)
        hidden = try container.text(.hidden)
        placeholder = try container.text(.placeholder)
        autocomplete = try container.text(.autocomplete)
        // Page scripts report −1 if there is no maximum length.
        maxLength = try container.decodeIfPresent(Int.self, forKey: .maxLength).flatMap { $0 < 0 ? nil : $0 }
        isVisible = try container.decodeIfPresent(Bool.self, forKey: .visible) ?? true
        isEditable = try container.decodeIfPresent(Bool.self, forKey: .editable) ?? true
        isFocused = try container.decodeIfPresent(Bool.self, forKey: .focused) ?? false
        hasText = try container.decodeIfPresent(Bool.self, forKey: .hasText) ?? false
        guard isMenu, container.contains(.options) else { return }
        var list = try container.nestedUnkeyedContainer(forKey: .options)
        while !list.isAtEnd, options.count < PageModel.Limits.options {
            options.append(try list.decode(PageModel.Option.self))
        }
    }
}

extension PageModel.Option: Decodable {
    private enum Key: CodingKey { case value, text }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(value: try container.text(.value), text: try container.text(.text))
    }
}

extension PageModel.Form: Decodable {
    private enum Key: CodingKey {
        case number, name, htmlID, heading, button, otherButtons, links, choices, role, isQuery, isBox, action
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(number: try container.decode(Int.self, forKey: .number))
        name = try container.text(.name)
        htmlID = try container.text(.htmlID)
        heading = try container.text(.heading)
        button = try container.text(.button)
        otherButtons = try container.texts(.otherButtons)
        links = try container.texts(.links)
        choices = try container.texts(.choices)
        role = try container.text(.role)
        isQuery = try container.decodeIfPresent(Bool.self, forKey: .isQuery) ?? false
        isBox = try container.decodeIfPresent(Bool.self, forKey: .isBox) ?? false
        action = try container.text(.action)
    }
}
