import PasswordVault
import Testing

@Suite struct CardTests {
    /// A menu with the same texts as values, or with others.
    static func menu(_ id: String, _ label: String, _ options: [(String, String)]) -> String {
        let list = options.map { #"{"value":"\#($0.0)","text":"\#($0.1)"}"# }.joined(separator: ",")
        return #"{"id":"\#(id)","type":"select-one","label":"\#(label)","options":[\#(list)]}"#
    }

    static let months = (1...12).map { ($0 < 10 ? "0\($0)" : "\($0)", $0 < 10 ? "0\($0)" : "\($0)") }
    static let number = #"{"id":"n","autocomplete":"cc-number"}"#

    static let whole: [TestPage] = [
        TestPage(
            "declared",
            #"""
            {"id":"h","autocomplete":"cc-name"}, {"id":"n","autocomplete":"cc-number"},
            {"id":"e","autocomplete":"cc-exp"}, {"id":"c","autocomplete":"cc-csc"}
            """#,
            item: .card(), gives: "h=Wendy Moira Darling", "n=4111111111111111", "e=03/27", "c=123"),
        TestPage(
            "by label",
            #"""
            {"id":"n","label":"Card number","type":"tel"}, {"id":"h","label":"Name on card"},
            {"id":"e","label":"Expiry date (MM/YY)"}, {"id":"c","label":"CVV","type":"password"}
            """#,
            item: .card(), gives: "n=4111111111111111", "h=Wendy Moira Darling", "e=03/27", "c=123"),
        TestPage(
            "by name",
            #"""
            {"id":"n","name":"ccNumber"}, {"id":"m","name":"ccExpMonth"}, {"id":"y","name":"ccExpYear"},
            {"id":"c","name":"cvc2"}
            """#,
            item: .card(), gives: "n=4111111111111111", "m=03", "y=2027", "c=123"),
        TestPage(
            "name is the holder's where no address is",
            #"{"id":"h","label":"Name"},{"id":"n","label":"Card number"}"#, item: .card(),
            gives: "h=Wendy Moira Darling", "n=4111111111111111"),
        TestPage(
            "name is the buyer's beside an address",
            #"{"id":"h","label":"Name"},{"id":"a","label":"Street address"},{"id":"n","label":"Card number"}"#,
            item: .card(), gives: "n=4111111111111111"),
        TestPage(
            "holder in two fields",
            #"""
            {"id":"f","autocomplete":"cc-given-name"}, {"id":"l","autocomplete":"cc-family-name"},
            {"id":"n","autocomplete":"cc-number"}
            """#,
            item: .card(), gives: "f=Wendy Moira", "l=Darling", "n=4111111111111111"),
        TestPage(
            "split in four",
            (1...4).map { #"{"id":"\#($0)","name":"cardnumber\#($0)","maxLength":4}"# }.joined(separator: ","),
            item: .card(), gives: "1=4111", "2=1111", "3=1111", "4=1111"),
        TestPage(
            "split in four, of which the first alone has a label",
            #"""
            {"id":"1","label":"Card number","maxLength":4}, {"id":"2","maxLength":4}, {"id":"3","maxLength":4},
            {"id":"4","maxLength":4}, {"id":"c","label":"CVC","maxLength":3}
            """#,
            item: .card(), gives: "1=4111", "2=1111", "3=1111", "4=1111", "c=123"),
        TestPage(
            "American Express split in three",
            #"{"id":"1","label":"Card number","maxLength":4},{"id":"2","maxLength":6},{"id":"3","maxLength":5}"#,
            item: .card(number: "3782 822463 10005"), gives: "1=3782", "2=822463", "3=10005"),
        TestPage(
            "too short for the number", #"{"id":"n","label":"Card number","maxLength":12},{"id":"c","label":"CVV"}"#,
            item: .card(), gives: "c=123"),
        TestPage(
            "the security code alone", #"{"id":"c","label":"Security code","maxLength":4}"#, item: .card(),
            gives: "c=123"),
        TestPage(
            "verification code beside the number",
            #"{"id":"n","label":"Card number"},{"id":"c","label":"Verification code"}"#,
            item: .card(), gives: "n=4111111111111111", "c=123"),
        TestPage(
            "kind of card",
            number + "," + menu("t", "Card type", [("", "Choose"), ("M", "MasterCard"), ("V", "Visa")]),
            item: .card(), gives: "n=4111111111111111", "t=V"),
        TestPage(
            "a gift card is none", #"{"id":"n","label":"Gift card number"}"#, item: .card()),
        TestPage(
            "never the PIN", #"{"id":"n","label":"Card number"},{"id":"p","type":"password","label":"PIN"}"#,
            item: .card(), gives: "n=4111111111111111"),
        TestPage(
            "a sign-in is nothing for a card",
            #"""
            {"id":"u","name":"user"}, {"id":"p","type":"password"}
            """#, item: .card()),
    ]

    static let expiry: [TestPage] = [
        ("placeholder MM/YYYY", #""placeholder":"MM/YYYY""#, "03/2027"),
        ("placeholder with blanks", #""placeholder":"MM / YY""#, "03 / 27"),
        ("placeholder in lower case", #""placeholder":"mm-yyyy""#, "03-2027"),
        ("year first", #""placeholder":"YYYY-MM""#, "2027-03"),
        ("an example", #""placeholder":"08/29""#, "03/27"),
        ("German", #""label":"Gültig bis (MM/JJ)""#, "03/27"),
        ("German, in full", #""placeholder":"MM/JJJJ""#, "03/2027"),
        ("French", #""placeholder":"MM/AA""#, "03/27"),
        ("Turkish", #""placeholder":"AA/YY""#, "03/27"),
        ("Russian", #""placeholder":"ММ/ГГ""#, "03/27"),
        ("Polish", #""placeholder":"MM/RRRR""#, "03/2027"),
        ("four characters", #""maxLength":4"#, "0327"),
        ("five characters", #""maxLength":5"#, "03/27"),
        ("six characters", #""maxLength":6"#, "032027"),
        ("seven characters", #""maxLength":7"#, "03/2027"),
        ("seven characters with blanks", #""maxLength":7,"placeholder":"MM / YY""#, "03 / 27"),
        ("without a sign", #""placeholder":"MMYY""#, "0327"),
        ("of the type month", #""type":"month""#, "2027-03"),
    ].map { name, members, text in
        TestPage(
            name, number + #",{"id":"e","autocomplete":"cc-exp",\#(members)}"#, item: .card(),
            gives: "n=4111111111111111", "e=\(text)")
    }

    static let menus: [TestPage] =
        [
            (
                "numbers",
                menu("m", "Expiry month", months) + ","
                    + menu("y", "Expiry year", [("2026", "2026"), ("2027", "2027")]),
                "03", "2027"
            ),
            (
                "names of months, counted from 0",
                menu("m", "Exp month", [("0", "January"), ("1", "February"), ("2", "March"), ("3", "April")]) + ","
                    + menu("y", "Exp year", [("26", "26"), ("27", "27")]), "2", "27"
            ),
            (
                "number and name",
                menu("m", "Expiration month", [("Feb", "02 - February"), ("Mar", "03 - March")]) + ","
                    + menu("y", "Expiration year", [("Y26", "2026"), ("Y27", "2027")]), "Mar", "Y27"
            ),
            (
                "German names",
                menu("m", "Ablaufmonat", [("a", "Februar"), ("b", "März")]) + ","
                    + menu("y", "Ablaufjahr", [("2027", "2027")]), "b", "2027"
            ),
            (
                "one label above both",
                menu("m", "Expiration date", months) + "," + menu("y", "Expiration date", [("2027", "2027")]),
                "03", "2027"
            ),
            (
                "labels without card", menu("m", "Month", months) + "," + menu("y", "Year", [("2027", "2027")]), "03",
                "2027"
            ),
        ].map { name, fields, month, year in
            TestPage(
                name, number + "," + fields, item: .card(), gives: "n=4111111111111111", "m=\(month)", "y=\(year)")
        } + [
            TestPage(
                "one menu", number + "," + menu("e", "Expiry date", [("1", "02/2027"), ("2", "03/2027")]),
                item: .card(),
                gives: "n=4111111111111111", "e=2"),
            TestPage(
                "a card that has expired is in no menu", number + "," + menu("y", "Expiry year", [("2030", "2030")]),
                item: .card(), gives: "n=4111111111111111"),
            TestPage(
                "a birth date beside a card stays empty",
                number + #",{"id":"e","autocomplete":"cc-exp"},"# + menu("m", "Month", months) + ","
                    + menu("y", "Year", [("2027", "2027")]), item: .card(), gives: "n=4111111111111111", "e=03/27"),
            TestPage(
                "two short fields",
                number
                    + #"""
                    ,{"id":"m","label":"MM","name":"expMonth","maxLength":2},
                    {"id":"y","label":"YY","name":"expYear","maxLength":2}
                    """#,
                item: .card(), gives: "n=4111111111111111", "m=03", "y=27"),
        ]

    @Test(arguments: whole) func aCardGoesToItsFields(page: TestPage) throws { try page.check() }
    @Test(arguments: expiry) func theExpiryIsWrittenAsThePageShowsIt(page: TestPage) throws { try page.check() }
    @Test(arguments: menus) func menusAreChosenByTextAndValue(page: TestPage) throws { try page.check() }
}
