/// The fields of a form for a one-time code: one field, or a box for each digit.
enum CodeFields: Sendable {
    case one(ReadField)
    case boxes([ReadField])

    /// The minimum number of boxes for a code; fewer boxes are for something else.
    private static let minimumBoxes = 4

    /// Finds the fields for a code; `nil` if the form has none.
    ///
    /// - Parameter length: the number of the code's characters.
    init?(_ form: PageForm, length: Int) {
        if length >= Self.minimumBoxes, let boxes = Self.boxes(form, length) {
            self = .boxes(boxes)
            return
        }
        let fields = form.fields(.oneTimeCode).filter(\.isLine)
        let best = fields.first { $0.meaning.isDeclared } ?? fields.first { !$0.meaning.isWeak } ?? fields.first
        guard let best, best.field.maxLength ?? .max >= length else { return nil }
        self = .one(best)
    }

    /// The usual numbers of boxes.
    private static let usualBoxes = [6, 4, 8, 5, 7]

    /// Returns the boxes for a code of any usual length; none if the form has no such boxes.
    static func boxes(_ form: PageForm) -> [ReadField] {
        for length in usualBoxes { if let boxes = boxes(form, length) { return boxes } }
        return []
    }

    /// Returns exactly as many consecutive boxes as the code has digits.
    private static func boxes(_ form: PageForm, _ length: Int) -> [ReadField]? {
        var run: [ReadField] = []
        for field in form.fields + [nil] as [ReadField?] {
            if let field, isBox(field, isFirst: run.isEmpty) {
                run.append(field)
                continue
            }
            if run.count == length, areForCode(run, form) { return run }
            run = field.map { isBox($0, isFirst: true) ? [$0] : [] } ?? []
        }
        return nil
    }

    /// Whether a field is a box for one digit. The first box may take the whole code, so that the user can paste it.
    private static func isBox(_ field: ReadField, isFirst: Bool) -> Bool {
        guard field.isLine, !field.isIgnored else { return false }
        return field.field.maxLength == 1 || isFirst && field.meaning.role == .oneTimeCode && field.meaning.isDeclared
    }

    /// Whether the boxes are for a code. Boxes without any text are, if the form has no other fields. Boxes of type
    /// `password` are not: some pages ask for single characters of a password.
    private static func areForCode(_ run: [ReadField], _ form: PageForm) -> Bool {
        if run.contains(where: { $0.meaning.role == .oneTimeCode }) { return true }
        return form.fields.count == run.count && !run.contains { $0.field.type == "password" }
    }
}
