import Foundation

/// The meanings that fields of a form give each other, and that the entries of a menu give it.
enum FieldNeighbours {
    /// Returns the fields with the meanings that their neighbours make clear.
    static func adjusted(_ fields: [ReadField]) -> [ReadField] {
        var fields = fields
        readMenus(&fields)
        readDates(&fields)
        readExpiry(&fields)
        readCards(&fields)
        readTelephones(&fields)
        readHouseNumbers(&fields)
        return fields
    }

    /// Menus say by their entries what they are for, if nothing else does.
    private static func readMenus(_ fields: inout [ReadField]) {
        for index in fields.indices where fields[index].field.isMenu && !fields[index].meaning.isDeclared {
            guard !fields[index].isIgnored, let contents = MenuContents(fields[index].field.options) else { continue }
            switch contents {
            case .dialCodes: fields[index].set(.telephoneCountry, "its entries are dialling codes")
            case .cardTypes: fields[index].set(.cardType, "its entries are kinds of cards")
            case .countries where fields[index].role == nil: fields[index].set(.country, "its entries are countries")
            case .countries, .months, .days, .comingYears, .pastYears: continue
            }
        }
    }

    /// A date in parts: the texts name it once, before the first part.
    private static func readDates(_ fields: inout [ReadField]) {
        let hasCard = fields.contains { $0.role == .cardNumber }
        var start = 0
        while start < fields.count {
            guard !fields[start].meaning.isDeclared, part(fields[start]) != nil else {
                start += 1
                continue
            }
            var end = start
            var parts: [MenuContents] = []
            while end < fields.count, parts.count < 3, !fields[end].meaning.isDeclared, let part = part(fields[end]),
                !parts.contains(part)
            {
                parts.append(part)
                end += 1
            }
            let run = fields[start..<end]
            let birth: Set<FieldRole> = [.birthDate, .birthDay, .birthMonth, .birthYear]
            let card: Set<FieldRole> = [.expiry, .expiryMonth, .expiryYear]
            let saysBirth = run.contains { !$0.meaning.isWeak && birth.contains($0.meaning.role ?? .password) }
            let saysCard = run.contains { card.contains($0.meaning.role ?? .password) && !$0.meaning.isWeak }
            let isIgnored = run.contains { $0.has(.ignored) }
            if parts.count > 1, !isIgnored {
                for (index, part) in zip(start..<end, parts) {
                    if saysCard || hasCard && !saysBirth && parts.contains(.comingYears) {
                        if part == .months { fields[index].set(.expiryMonth, "its entries are months") }
                        if part == .comingYears { fields[index].set(.expiryYear, "its entries are coming years") }
                    } else if saysBirth || parts.count == 3 && parts.contains(.pastYears) {
                        let role: FieldRole =
                            part == .months ? .birthMonth : part == .days ? .birthDay : .birthYear
                        fields[index].set(role, "its entries are parts of a date", isWeak: !saysBirth)
                    }
                }
            }
            start = max(end, start + 1)
        }
    }

    /// A card's expiry in two fields that one text names.
    private static func readExpiry(_ fields: inout [ReadField]) {
        for index in fields.indices.dropLast() where fields[index].role == .expiry {
            let (first, second) = (fields[index], fields[index + 1])
            let isShort = { (field: ReadField, most: Int) in
                field.field.isMenu || field.field.maxLength.map { $0 <= most } ?? false
            }
            guard !first.meaning.isDeclared, !second.meaning.isDeclared, isShort(first, 2), isShort(second, 4),
                second.role == nil || second.meaning.isWeak || [.expiry, .expiryYear].contains(second.role),
                !second.isIgnored
            else { continue }
            fields[index].set(.expiryMonth, "the first of two fields for an expiry date")
            fields[index + 1].set(.expiryYear, "the second of two fields for an expiry date")
        }
    }

    private static func part(_ field: ReadField) -> MenuContents? {
        guard field.field.isMenu, let contents = MenuContents(field.field.options) else { return nil }
        switch contents {
        case .months, .days, .comingYears, .pastYears: return contents
        case .dialCodes, .countries, .cardTypes: return nil
        }
    }

    /// Next to a card's number a short field that hides its text is for the card's code.
    private static func readCards(_ fields: inout [ReadField]) {
        guard fields.contains(where: { $0.role == .cardNumber && !$0.meaning.isWeak }) else { return }
        let hasCode = fields.contains { $0.role == .securityCode }
        for index in fields.indices where fields[index].meaning.isPasswordByType {
            let most = fields[index].field.maxLength ?? 4
            if (3...4).contains(most), !hasCode, !fields[index].saysPIN {
                fields[index].set(.securityCode, "it hides its text, next to a card's number")
            } else {
                fields[index].meaning.marks.insert(.ignored)
            }
        }
    }

    /// After the code of the country comes the rest of the number.
    private static func readTelephones(_ fields: inout [ReadField]) {
        let hasCode = fields.contains { $0.role == .telephoneCountry }
        for index in fields.indices where fields[index].role == .telephone && !fields[index].meaning.isDeclared {
            if hasCode { fields[index].set(.telephoneNational, "next to the code of the country") }
            // A number in groups.
            var next = index + 1
            let isShort = { (field: ReadField) in
                (field.field.maxLength ?? .max) <= 5 || field.field.isMenu
            }
            while isShort(fields[index]), next < fields.count, fields[next].role == nil, !fields[next].isIgnored,
                isShort(fields[next]), !fields[next].meaning.isDeclared
            {
                fields[index].set(.telephoneNational, "a group of a telephone number")
                fields[next].set(.telephoneNational, "a group of a telephone number")
                next += 1
            }
        }
    }

    /// After the street comes the number of the house.
    private static func readHouseNumbers(_ fields: inout [ReadField]) {
        for index in fields.indices.dropFirst() where fields[index].role == nil && !fields[index].isIgnored {
            guard fields[index].isLine, [.address, .addressLine1].contains(fields[index - 1].role) else { continue }
            let texts = [fields[index].field.label, fields[index].field.near, fields[index].field.placeholder]
            if texts.contains(where: { numberWords.contains(Words($0).joined) }) {
                fields[index].set(.houseNumber, "a number after the street")
            }
        }
    }

    private static let numberWords: Set<String> = [
        "number", "no", "nr", "numero", "num", "n", "nummer", "numer", "номер", "№", "nro", "broj", "numar",
    ]
}

extension ReadField {
    /// Whether its texts speak of a PIN, which no page gets.
    fileprivate var saysPIN: Bool {
        [field.label, field.near, field.placeholder, field.name, field.htmlID].contains {
            Words($0).list.contains("pin")
        }
    }

    fileprivate mutating func set(_ role: FieldRole, _ reason: String, isWeak: Bool = false) {
        meaning.role = role
        meaning.isWeak = isWeak
        meaning.reasons.append(reason)
    }
}

/// A property that the entries of a menu have in common.
enum MenuContents: Equatable {
    case months, days, comingYears, pastYears, dialCodes, countries, cardTypes

    init?(_ options: [PageModel.Option]) {
        let texts = options.map(\.text).filter { !$0.isEmpty }
        guard texts.count > 1 else { return nil }
        let numbers = options.compactMap(Self.number)
        let years = numbers.filter { (1_900...2_100).contains($0) || (20...60).contains($0) }
        let now = Calendar(identifier: .gregorian).component(.year, from: Date())
        if Self.share(texts, { $0.contains("+") && $0.contains(where: \.isNumber) }) > 0.6 {
            self = .dialCodes
        } else if let low = years.min(), let high = years.max(), years.count > 2, numbers.count == years.count,
            high > 31
        {
            let start = low < 100 ? low + 2_000 : low
            self = start >= now - 2 ? .comingYears : .pastYears
        } else if Set(numbers) == Set(1...12) || Set(numbers) == Set(0...11) && texts.count < 15 {
            self = .months
        } else if texts.count < 12, numbers.count > 1, let most = numbers.max(), most <= 12, Set(numbers).contains(1) {
            self = .months
        } else if texts.count < 12, numbers.count > 1, let most = numbers.max(), (13...31).contains(most),
            Set(numbers).contains(1)
        {
            self = .days
        } else if numbers.max() == 31, Set(numbers).isSuperset(of: 1...28) {
            self = .days
        } else if (12...13).contains(texts.count), Self.months(texts) >= 12 {
            self = .months
        } else if texts.count > 15, Self.share(texts, { Region($0) != nil }) > 0.6 {
            self = .countries
        } else if texts.contains(where: { Words($0).list.contains("visa") }), Self.share(texts, Self.isCardType) > 0.4 {
            self = .cardTypes
        } else {
            return nil
        }
    }

    private static func share(_ texts: [String], _ isMeant: (String) -> Bool) -> Double {
        Double(texts.filter(isMeant).count) / Double(texts.count)
    }

    /// The number that an entry shows, with a unit or without: “03”, “3月”, “03 – March”.
    private static func number(_ option: PageModel.Option) -> Int? {
        let digits = option.text.drop { !$0.isNumber || !$0.isASCII }.prefix { $0.isNumber && $0.isASCII }
        return digits.isEmpty || digits.count > 4 ? nil : Int(digits)
    }

    private static func months(_ texts: [String]) -> Int {
        texts.filter { text in (1...12).contains { CalendarDate.isMonth($0, Words(text)) } }.count
    }

    private static func isCardType(_ text: String) -> Bool {
        let brands: Set<String> = [
            "visa", "mastercard", "master", "amex", "american", "discover", "maestro", "jcb", "diners", "electron",
            "mc", "mir",
        ]
        return Words(text).list.contains { brands.contains($0) }
    }
}
