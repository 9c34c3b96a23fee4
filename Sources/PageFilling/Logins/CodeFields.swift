/// Where a form wants a one-time code: one field, or a box for each digit.
enum CodeFields: Sendable {
    case one(ReadField)
    case boxes([ReadField])

    /// Boxes that a code has at least: less are something else.
    private static let leastBoxes = 4

    /// - Parameter length: of the code.
    init?(_ form: PageForm, length: Int) {
        if length >= Self.leastBoxes, let boxes = Self.boxes(form, length) {
            self = .boxes(boxes)
            return
        }
        let fields = form.fields(.oneTimeCode).filter(\.isLine)
        let best = fields.first { $0.meaning.isDeclared } ?? fields.first { !$0.meaning.isWeak } ?? fields.first
        guard let best, best.field.maxLength ?? .max >= length else { return nil }
        self = .one(best)
    }

    /// Exactly as many boxes as the code has digits, one after another.
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

    /// The first box may take the whole code, to be pasted.
    private static func isBox(_ field: ReadField, isFirst: Bool) -> Bool {
        guard field.isLine, !field.isLeftAlone else { return false }
        return field.field.maxLength == 1 || isFirst && field.meaning.role == .oneTimeCode && field.meaning.isDeclared
    }

    /// Boxes without any word are for a code as well, where nothing else is asked for. Some ask for single characters
    /// of a password.
    private static func areForCode(_ run: [ReadField], _ form: PageForm) -> Bool {
        if run.contains(where: { $0.meaning.role == .oneTimeCode }) { return true }
        return form.fields.count == run.count && !run.contains { $0.field.type == "password" }
    }
}
