import PasswordVault
import Testing

@Suite struct PersonTests {
    private static func menu(_ id: String, _ label: String, _ options: [(String, String)], _ more: String = "")
        -> String
    {
        let list = options.map { #"{"value":"\#($0.0)","text":"\#($0.1)"}"# }.joined(separator: ",")
        return #"{"id":"\#(id)","type":"select-one","label":"\#(label)","options":[\#(list)]\#(more)}"#
    }

    /// So that there is a form to speak of.
    private static let city = #"{"id":"c","label":"City"}"#
    private static let american = "1600 Holloway Avenue\nApt 4\nSan Francisco, CA 94132\nUnited States"

    static let names: [TestPage] = [
        TestPage(
            "declared",
            #"""
            {"id":"t","autocomplete":"honorific-prefix"}, {"id":"f","autocomplete":"given-name"},
            {"id":"m","autocomplete":"additional-name"}, {"id":"l","autocomplete":"family-name"},
            {"id":"o","autocomplete":"organization"}, {"id":"j","autocomplete":"organization-title"},
            {"id":"e","autocomplete":"email"}, {"id":"p","autocomplete":"tel"}
            """#,
            item: .person(), gives: "t=Ms", "f=Wendy", "m=Moira", "l=Darling", "o=ACME Ltd", "j=Narrator",
            "e=wendy@darling.example", "p=+49 30 123456"),
        TestPage(
            "whole", #"{"id":"n","label":"Full name"},"# + city, item: .person(), gives: "n=Wendy Moira Darling",
            "c=Berlin"),
        TestPage(
            "name beside first name is the last", #"{"id":"n","label":"Name"},{"id":"f","label":"First name"}"#,
            item: .person(), gives: "n=Darling", "f=Wendy"),
        TestPage(
            "name beside last name is the first", #"{"id":"n","label":"Nome"},{"id":"l","label":"Cognome"}"#,
            item: .person(), gives: "n=Wendy", "l=Darling"),
        TestPage(
            "the whole beside its parts is left empty",
            #"{"id":"n","label":"Full name"},{"id":"f","label":"First name"},{"id":"l","label":"Last name"}"#,
            item: .person(), gives: "f=Wendy", "l=Darling"),
        TestPage(
            "names of fields as programs make them",
            #"""
            {"id":"f","name":"user[first_name]"}, {"id":"l","name":"user[last_name]"},
            {"id":"e","name":"user[email]"}, {"id":"r","name":"user[email_confirmation]"}
            """#,
            item: .person(), gives: "f=Wendy", "l=Darling", "e=wendy@darling.example", "r=wendy@darling.example"),
        TestPage(
            "never a password",
            #"{"id":"u","label":"Username"},{"id":"e","label":"Email"},{"id":"p","type":"password"}"#,
            item: .person(), gives: "u=wendy90", "e=wendy@darling.example"),
        TestPage(
            "a title in a menu", menu("t", "Title", [("1", "Mr"), ("2", "Ms")]) + #",{"id":"l","label":"Surname"}"#,
            item: .person(), gives: "t=2", "l=Darling"),
        TestPage(
            "a sex in another language", menu("s", "Geschlecht", [("m", "männlich"), ("w", "weiblich")]) + "," + city,
            item: .person(), gives: "s=w", "c=Berlin"),
        TestPage(
            "readings of names are left alone",
            #"{"id":"n","label":"氏名"},{"id":"k","label":"フリガナ"},{"id":"z","label":"郵便番号"}"#,
            item: .person(), gives: "n=Wendy Moira Darling", "z=10115"),
    ]

    static let births: [TestPage] = [
        TestPage(
            "of the type date", #"{"id":"b","type":"date","autocomplete":"bday"}"#, item: .person(),
            gives: "b=1990-05-09"),
        TestPage(
            "as the placeholder has it", #"{"id":"b","label":"Date of birth","placeholder":"DD/MM/YYYY"}"#,
            item: .person(), gives: "b=09/05/1990"),
        TestPage(
            "American", #"{"id":"b","label":"Date of birth (MM/DD/YYYY)"}"#, item: .person(), gives: "b=05/09/1990"),
        TestPage(
            "German", #"{"id":"b","label":"Geburtsdatum","placeholder":"TT.MM.JJJJ"}"#, item: .person(),
            gives: "b=09.05.1990"),
        TestPage(
            "French", #"{"id":"b","label":"Date de naissance","placeholder":"JJ/MM/AAAA"}"#, item: .person(),
            gives: "b=09/05/1990"),
        TestPage(
            "Turkish", #"{"id":"b","label":"Doğum tarihi","placeholder":"GG/AA/YYYY"}"#, item: .person(),
            gives: "b=09/05/1990"),
        TestPage(
            "an example that says it", #"{"id":"b","label":"Birthday","placeholder":"31.12.1980"}"#, item: .person(),
            gives: "b=09.05.1990"),
        TestPage(
            "left empty where day and month could be taken for each other",
            #"{"id":"b","label":"Birthday","placeholder":"01.02.1980"}"#, item: .person()),
        TestPage(
            "three fields",
            #"""
            {"id":"d","autocomplete":"bday-day"}, {"id":"m","autocomplete":"bday-month"},
            {"id":"y","autocomplete":"bday-year"}
            """#,
            item: .person(), gives: "d=09", "m=05", "y=1990"),
        TestPage(
            "three menus",
            menu("d", "Day", (1...31).map { ("\($0)", "\($0)") }) + ","
                + menu("m", "Month", [("4", "April"), ("5", "May")]) + "," + menu("y", "Year", [("1990", "1990")]),
            item: .person(), gives: "d=9", "m=5", "y=1990"),
        TestPage(
            "beside a card the month and the year are the card's",
            #"{"id":"n","label":"Card number"},{"id":"m","label":"Month"},{"id":"y","label":"Year"},"# + city,
            item: .person(), gives: "c=Berlin"),
    ]

    static let addresses: [TestPage] = [
        TestPage(
            "declared, in lines",
            #"""
            {"id":"1","autocomplete":"address-line1"}, {"id":"2","autocomplete":"address-line2"},
            {"id":"c","autocomplete":"address-level2"}, {"id":"s","autocomplete":"address-level1"},
            {"id":"z","autocomplete":"postal-code"}, {"id":"n","autocomplete":"country-name"}
            """#,
            item: .person(address: american), gives: "1=1600 Holloway Avenue", "2=Apt 4", "c=San Francisco", "s=CA",
            "z=94132", "n=United States"),
        TestPage(
            "street address in several lines",
            #"{"id":"a","type":"textarea","autocomplete":"street-address"},"# + city, item: .person(address: american),
            gives: "a=1600 Holloway Avenue\nApt 4", "c=San Francisco"),
        TestPage(
            "street address in one line", #"{"id":"a","label":"Address"},"# + city, item: .person(address: american),
            gives: "a=1600 Holloway Avenue, Apt 4", "c=San Francisco"),
        TestPage(
            "address and its second line", #"{"id":"a","label":"Address"},{"id":"b","label":"Address line 2"},"# + city,
            item: .person(address: american), gives: "a=1600 Holloway Avenue", "b=Apt 4", "c=San Francisco"),
        TestPage(
            "house number apart",
            #"""
            {"id":"s","label":"Straße"}, {"id":"h","label":"Hausnummer"}, {"id":"z","label":"PLZ"},
            {"id":"c","label":"Ort"}
            """#,
            item: .person(), gives: "s=Kensington Gardens", "h=14", "z=10115", "c=Berlin"),
        TestPage(
            "house number that goes first",
            #"{"id":"h","label":"House number"},{"id":"s","label":"Street"},"# + city, item: .person(address: american),
            gives: "h=1600", "s=Holloway Avenue", "c=San Francisco"),
        TestPage(
            "British", #"{"id":"a","label":"Street"},{"id":"c","label":"Town"},{"id":"z","label":"Postcode"}"#,
            item: .person(address: "27 Kensington Gore\nLondon\nSW7 2AP\nUK"),
            gives: "a=27 Kensington Gore", "c=London", "z=SW7 2AP"),
        TestPage(
            "Canadian",
            #"""
            {"id":"c","label":"City"}, {"id":"s","label":"Province"}, {"id":"z","label":"Postal code"},
            {"id":"n","label":"Country"}
            """#,
            item: .person(address: "1 Bloor St\nToronto ON M5V 2T6\nCanada"),
            gives: "c=Toronto", "s=ON", "z=M5V 2T6", "n=Canada"),
        TestPage(
            "Dutch", #"{"id":"z","label":"Postcode"},{"id":"c","label":"Woonplaats"}"#,
            item: .person(address: "Damrak 1\n1012 LG Amsterdam"), gives: "z=1012 LG", "c=Amsterdam"),
        TestPage(
            "Polish", #"{"id":"z","label":"Kod pocztowy"},{"id":"c","label":"Miejscowość"}"#,
            item: .person(address: "ul. Długa 5\n00-238 Warszawa\nPolska"), gives: "z=00-238", "c=Warszawa"),
        TestPage(
            "what cannot be told apart is left out", #"{"id":"a","label":"Street address"},"# + city,
            item: .person(address: "Neverland\nSecond to the right"), gives: "a=Neverland, Second to the right"),
        TestPage(
            "a house number above the last line is no postal code",
            #"{"id":"c","label":"City"},{"id":"z","label":"Zip"},{"id":"s","label":"Street"}"#,
            item: .person(address: "The Villa\n1234 Sunset Boulevard\nAtlantis"), gives: "s=The Villa"),
        TestPage(
            "parts in fields of their own", city + #",{"id":"z","label":"Zip"}"#,
            item: .person(own: [
                Field(label: "City", value: .text("Potsdam")), Field(label: "ZIP code", value: .text("14467")),
            ]),
            gives: "c=Potsdam", "z=14467"),
    ]

    static let menus: [TestPage] = [
        TestPage(
            "country by code",
            menu("n", "Country", [("", "Please choose"), ("FR", "Frankreich"), ("DE", "Allemagne")]) + "," + city,
            item: .person(), gives: "n=DE", "c=Berlin"),
        TestPage(
            "country by name in another language",
            menu("n", "País", [("1", "Francia"), ("2", "Alemania")]) + "," + city,
            item: .person(), gives: "n=2", "c=Berlin"),
        TestPage(
            "country as a code", #"{"id":"n","autocomplete":"country"},"# + city, item: .person(), gives: "n=DE",
            "c=Berlin"),
        TestPage(
            "the country goes before all, as menus of states hang on it",
            city + "," + menu("s", "State", [("CA", "California"), ("NY", "New York")]) + ","
                + menu("n", "Country", [("US", "United States"), ("UM", "United States Minor Outlying Islands")]),
            item: .person(address: american), gives: "n=US", "c=San Francisco", "s=CA"),
        TestPage(
            "states by name", city + "," + menu("s", "State", [("10", "California"), ("11", "Colorado")]),
            item: .person(address: american), gives: "c=San Francisco", "s=10"),
        TestPage(
            "a menu without the country", city + "," + menu("n", "Country", [("FR", "France")]), item: .person(),
            gives: "c=Berlin"),
        TestPage(
            "a code within another's name is not the country",
            city + "," + menu("n", "País", [("1", "Francia"), ("2", "Isla de Man")]), item: .person(), gives: "c=Berlin"
        ),
        TestPage(
            "a menu that could mean two", city + "," + menu("n", "Country", [("1", "Germany"), ("2", "Germany")]),
            item: .person(), gives: "c=Berlin"),
        TestPage(
            "a calling code apart",
            menu("d", "Country code", [("49", "Germany (+49)"), ("1", "USA (+1)")])
                + #",{"id":"p","label":"Phone"}"#,
            item: .person(telephone: "+1 415 555 0100"), gives: "d=1", "p=415 555 0100"),
    ]

    static let sections: [TestPage] = [
        TestPage(
            "shipping before billing",
            #"""
            {"id":"1","autocomplete":"shipping postal-code"}, {"id":"2","autocomplete":"shipping address-level2"},
            {"id":"3","autocomplete":"billing postal-code"}, {"id":"4","autocomplete":"billing address-level2"},
            {"id":"e","autocomplete":"email"}
            """#,
            item: .person(), gives: "1=10115", "2=Berlin", "e=wendy@darling.example"),
        TestPage(
            "the section with the cursor",
            #"""
            {"id":"1","autocomplete":"section-a postal-code"},
            {"id":"2","autocomplete":"section-a address-level2"},
            {"id":"3","autocomplete":"section-b postal-code","focused":true}
            """#,
            item: .person(), gives: "3=10115"),
        TestPage(
            "by name",
            #"""
            {"id":"1","name":"shipping_city"}, {"id":"2","name":"shipping_zip"}, {"id":"3","name":"billing_city"},
            {"id":"4","name":"billing_zip"}
            """#,
            item: .person(), gives: "1=Berlin", "2=10115"),
        TestPage(
            "a second one without a name",
            #"{"id":"1","label":"City"},{"id":"2","label":"ZIP"},{"id":"3","label":"City"},{"id":"4","label":"ZIP"}"#,
            item: .person(), gives: "1=Berlin", "2=10115"),
    ]

    @Test(arguments: names) func aPersonGoesToTheFieldsForNames(page: TestPage) throws { try page.check() }
    @Test(arguments: births) func aBirthDateIsWrittenAsThePageShowsIt(page: TestPage) throws { try page.check() }
    @Test(arguments: addresses) func anAddressIsTakenApart(page: TestPage) throws { try page.check() }
    @Test(arguments: menus) func menusAreChosenByTextAndValue(page: TestPage) throws { try page.check() }
    @Test(arguments: sections) func oneAddressIsFilledOfSeveral(page: TestPage) throws { try page.check() }
}
