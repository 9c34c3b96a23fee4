/// States and provinces: addresses write them as two or three letters, menus often in full.
enum States {
    /// Returns all names of the state that `text` names by its code or its name.
    static func texts(_ text: String) -> [String] {
        let words = Words(text)
        for (code, name) in all where words == Words(code) || words == Words(name) { return [text, name, code] }
        return [text]
    }

    /// Whether a text is the code of a state.
    static func isCode(_ text: some StringProtocol) -> Bool { codes.contains(String(text)) }

    private static let codes = Set(all.map(\.0))

    /// Codes and names of the states of the United States (USPS), Canada (Canada Post) and Australia (Australia Post).
    private static let all: [(String, String)] = {
        let texts = """
            AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
            DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
            KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
            MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
            NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,
            RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,
            WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,
            AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,
            NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon,
            ACT Australian Capital Territory,NSW New South Wales,QLD Queensland,SA South Australia,
            TAS Tasmania,VIC Victoria
            """
        return texts.split { $0 == "," || $0.isNewline }.compactMap { entry in
            let parts = entry.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }()
}
