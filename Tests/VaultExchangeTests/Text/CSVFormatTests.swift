import Foundation
import LinuxSupport
import PasswordVault
import Testing

@testable import VaultExchange

/// Files of each program: recognised by their header, and all of their values taken.
@Suite(.enabled(if: (try? SharedLibrary("libcsv.so.3")) != nil, "libcsv is not installed")) struct CSVFormatTests {
    @Test(arguments: [
        ("chrome-csv", "name,url,username,password"), ("chrome-csv", "name,url,username,password,note"),
        (
            "firefox-csv",
            "\"url\",\"username\",\"password\",\"httpRealm\",\"formActionOrigin\",\"guid\",\"timeCreated\",\"timeLastUsed\",\"timePasswordChanged\""
        ),
        ("apple-csv", "Title,URL,Username,Password,Notes,OTPAuth"),
        ("apple-csv", "Title,Url,Username,Password,OTPAuth"),
        (
            "bitwarden-csv",
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
        ),
        (
            "bitwarden-csv",
            "collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
        ),
        ("1password-csv", "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes"),
        (
            "keepassxc-csv",
            "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\",\"TOTP\",\"Icon\",\"Last Modified\",\"Created\""
        ),
        ("lastpass-csv", "url,username,password,totp,extra,name,grouping,fav"),
        ("lastpass-csv", "url,username,password,extra,name,grouping,fav"),
        ("dashlane-csv", "username,username2,username3,title,password,note,url,category,otpSecret"),
        ("dashlane-ids-csv", "type,number,name,issue_date,expiration_date,place_of_issue,state"),
        (
            "dashlane-payments-csv",
            "type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name"
        ),
        (
            "dashlane-personal-csv",
            "type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,phone_number,address,country,state,city,zip,address_recipient,job_title,url"
        ),
        ("dashlane-notes-csv", "title,note"),
        ("proton-pass-csv", "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault"),
        (
            "nordpass-csv",
            "name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type"
        ),
        ("enpass-csv", "\"Title\",\"Field\",\"Value\",\"Field\",\"Value\",\"Note\""),
        ("keepass1-csv", "\"Account\",\"Login Name\",\"Password\",\"Web Site\",\"Comments\""),
        ("keeper-csv", "Folder,Title,Login,Password,Website Address,Notes,Shared Folder,Custom Fields"),
        ("keeper-csv", "Work\\Servers,db,root,pw,https://db.example.com,,"),
        ("csv", "Site;Login Name;Password"),
    ])
    func aHeaderNamesTheProgram(name: String, header: String) {
        #expect(TextReading.recognized(header + "\r\n") == name)
        #expect(TextReading.recognized(header.uppercased() + "\n") == name || name == "keeper-csv")
    }

    @Test(arguments: ["", "hello\n", "a,b,c\n1,2,3\n", "{\"a\":1}", "password\nx\n"])
    func otherTextsAreNoCSVOfAnyProgram(text: String) { #expect(TextReading.recognized(text) == nil) }

    @Test func bitwardensRowsBecomeItemsOfTheirKinds() throws {
        let content = try TextReading.read(
            """
            folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
            Work/Mail,1,login,Example,"two
            lines","Answer: blue: sky
            Secret key: abc",1,"https://example.com,https://login.example.com/a,b",ann,pw,JBSWY3DPEHPK3PXP
            ,,note,Door,The code is 12,,0,,,,
            ,,passport,Mine,x,,0,,,,
            """)
        let first = try #require(content.items.first)
        #expect(first.folder == ["Work", "Mail"] && first.item.isFavourite && first.position == "line 2")
        #expect(first.item.value("username") == "ann" && first.item.value("password") == "pw")
        #expect(first.item.value("one-time-code") == "JBSWY3DPEHPK3PXP")
        #expect(first.item.websites.map(\.address) == ["https://example.com", "https://login.example.com/a,b"])
        #expect(first.item.custom("Answer") == "blue: sky" && first.item.kind("Answer") == .text)
        #expect(first.item.custom("Secret key") == "abc" && first.item.kind("Secret key") == .concealed)
        #expect(first.item.custom("reprompt") == "1")
        #expect(first.item.notes?.text == "two\nlines")
        #expect(content.items[1].item.kind == .secureNote && content.items[1].item.notes?.text == "The code is 12")
        #expect(content.items[1].item.custom("reprompt") == "")
        #expect(content.items[2].item.custom("type") == "passport")
    }

    @Test func unknownColumnsBecomeFieldsAndAreConcealedByTheirName() throws {
        let content = try TextReading.read(
            "name,url,username,password,Recovery Token,Colour\nA,https://a.example,u,p,r-1,red\n")
        let item = try #require(content.items.first?.item)
        #expect(item.custom("Recovery Token") == "r-1" && item.kind("Recovery Token") == .concealed)
        #expect(item.custom("Colour") == "red" && item.kind("Colour") == .text)
    }

    @Test func oddRowsAreTakenWithWhatTheyHave() throws {
        let content = try TextReading.read(
            "name,url,username,password\n,https://www.example.com/login,u,p\n,,ann\n,\nB,b.example,u,p,more,,x\n")
        #expect(content.items.map(\.item.title) == ["example.com", "ann", "Untitled", "B"])
        #expect(content.items[3].item.custom("column 5") == "more")
        #expect(content.items[3].item.custom("column 7") == "x" && content.items[3].item.kind("column 7") == .concealed)
        #expect(content.remarks.map(\.position) == ["line 2", "line 3", "line 4", "line 5"])
    }

    @Test func aValueThatIsNoOneTimeCodeIsKeptConcealedWithARemark() throws {
        let content = try TextReading.read("Title,URL,Username,Password,OTPAuth\nA,https://a.example,u,p,not a code!\n")
        let item = try #require(content.items.first?.item)
        #expect(item.value("one-time-code") == "")
        #expect(item.allFields.contains { $0.label == "one-time code" && $0.kind == .concealed && !$0.value.isEmpty })
        #expect(content.remarks.count == 1 && !content.remarks[0].text.contains("not a code"))
    }

    @Test func onePasswordsTagsAndSwitchesAreTaken() throws {
        let content = try TextReading.read(
            "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n"
                + "A,\"https://a.example, https://b.example\",u,p,,true,true,work;home office,n\n")
        let item = try #require(content.items.first)
        #expect(item.isArchived && item.item.isFavourite && item.item.tags == ["work", "home office"])
        #expect(item.item.websites.map(\.address) == ["https://a.example", "https://b.example"])
    }

    @Test func keePassXCsRootIsNoFolderAndItsBinIsTheTrash() throws {
        let content = try TextReading.read(
            """
            "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
            "Root","A","u","p","https://a.example","","otpauth://totp/A:u?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=A","0","2024-05-06T07:08:09Z","2023-01-02T03:04:05Z"
            "Root/Work/Servers","B","","","","only a note","","0","",""
            "Root/Recycle Bin","C","u","p","","","","0","",""
            """)
        #expect(content.items.map(\.folder) == [[], ["Work", "Servers"], ["Recycle Bin"]])
        #expect(content.items[0].changed == Date(timeIntervalSince1970: 1_714_979_289))
        #expect(content.items[0].created == Date(timeIntervalSince1970: 1_672_628_645))
        #expect(content.items[0].item.value("one-time-code").hasPrefix("otpauth://"))
        #expect(content.items[1].item.kind == .secureNote)
        #expect(content.items.map(\.isTrashed) == [false, false, true])
    }

    @Test func firefoxsRowsAreNamedByTheirHosts() throws {
        let content = try TextReading.read(
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"
            "https://www.example.com","u","p",,"https://www.example.com","{1}","1600000000000","1600000000001","1600000000002"
            "chrome://FirefoxAccounts","x","{}","Firefox Accounts credentials",,"{2}","1","1","1"
            "http://intranet.example:8080","u","p","Realm","","{3}","1600000000000","1600000000001","1600000000002"
            """)
        #expect(content.items.map(\.item.title) == ["example.com", "intranet.example"])
        #expect(content.items[0].created == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(content.items[1].item.custom("httpRealm") == "Realm")
        #expect(content.remarks.map(\.position) == ["line 3"])
    }

    @Test func lastPassNotesBecomeCardsAndKeys() throws {
        let content = try TextReading.read(
            """
            url,username,password,totp,extra,name,grouping,fav
            http://sn,,,,"NoteType:Credit Card
            Language:en-US
            Name on Card:Ann Example
            Type:Visa
            Number:4111111111111111
            Security Code:123
            Start Date:,
            Expiration Date:October,2030
            Notes:line one
            Line two: with a colon",Card,Money\\Cards,1
            http://sn,,,,"NoteType:SSH Key
            Bit Strength:2048
            Passphrase:pass
            Private Key:-----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            AAAA
            -----END RSA PRIVATE KEY-----
            Public Key:ssh-rsa AAAA
            Notes:",Key,,0
            http://sn,,,,plain text,Note,,0
            https://a.example,u,p,,,A,Work,0
            """)
        let card = try #require(content.items.first)
        #expect(card.item.kind == .creditCard && card.folder == ["Money", "Cards"] && card.item.isFavourite)
        #expect(card.item.value("expiry") == "2030-10" && card.item.value("verification") == "123")
        #expect(card.item.custom("Type") == "Visa")
        #expect(card.item.notes?.text == "line one\nLine two: with a colon")
        #expect(content.items[1].item.kind == .sshKey)
        #expect(content.items[1].item.value("private-key").contains("Proc-Type: 4,ENCRYPTED\nAAAA\n-----END"))
        #expect(content.items[1].item.value("public-key") == "ssh-rsa AAAA")
        #expect(content.items[2].item.kind == .secureNote && content.items[3].item.kind == .login)
    }

    @Test func entitiesOfLastPassAreReplacedOnlyIfTheWholeFileHasThem() throws {
        let header = "url,username,password,extra,name,grouping,fav\n"
        let encoded = try TextReading.read(header + "https://a.example/?a=1&amp;b=2,u,x&lt;y&amp;amp;,,A,,0\n")
        #expect(encoded.items[0].item.value("password") == "x<y&amp;" && encoded.remarks.count == 1)
        let plain = try TextReading.read(header + "https://a.example/?a=1&b=2,u,x&lt;y,,A,,0\n")
        #expect(plain.items[0].item.value("password") == "x&lt;y" && plain.remarks.isEmpty)
    }

    @Test func dashlanesFilesBecomeCardsIdentitiesAndNotes() throws {
        let cards = try TextReading.read(
            """
            type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name
            payment_card,,Ann,4111111111111111,123,10,2030,,,US,Bank,,My card
            bank,Savings,Ann,,,,,123,DE00,DE,Bank,,
            """)
        #expect(cards.items.map(\.item.kind) == [.creditCard, .secureNote])
        #expect(cards.items[0].item.value("expiry") == "2030-10" && cards.items[0].item.custom("country") == "US")
        #expect(cards.items[1].item.custom("account number") == "DE00")
        let person = try TextReading.read(
            "type,title,first_name,middle_name,last_name,login,date_of_birth,email,phone_number,job_title,item_name,place_of_birth\n"
                + "name,MR,John,,Doe,jd,1980-01-31,,,,,Rome\n")
        #expect(person.items[0].item.kind == .identity && person.items[0].item.title == "John Doe")
        #expect(person.items[0].item.value("birth-date") == "1980-01-31")
        #expect(person.items[0].item.custom("place_of_birth") == "Rome")
        let login = try TextReading.read(
            "username,username2,username3,title,password,note,url,category,otpSecret\nu,v,,A,p,,https://a.example,Work,\n"
        )
        #expect(login.items[0].item.custom("username2") == "v" && login.items[0].folder == ["Work"])
    }

    @Test func protonsCardsAreReadFromTheirNotes() throws {
        let content = try TextReading.read(
            """
            type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
            login,A,"https://a.example, https://b.example",a@a.example,,p,n,,1700000000,1700000001,Personal
            creditCard,Card,,,,,"{""cardholderName"":""Ann"",""number"":""4111111111111111"",""expirationDate"":""2030-10"",""pin"":""12"",""extra"":""e"",""note"":""hm""}",,1700000000,1700000001,Personal
            """)
        #expect(content.items[0].item.value("username") == "a@a.example" && content.items[0].sourceVault == "Personal")
        #expect(content.items[0].created == Date(timeIntervalSince1970: 1_700_000_000))
        let card = content.items[1].item
        #expect(card.kind == .creditCard && card.value("expiry") == "2030-10" && card.value("pin") == "12")
        #expect(card.custom("extra") == "e" && card.notes?.text == "hm")
    }

    @Test func nordPassesTypesAreTaken() throws {
        let content = try TextReading.read(
            """
            name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields
            A,https://a.example,"[""https://b.example""]",u,p,,,,,,,,Work,,,,,,,,,password,"[{""label"":""PUK"",""type"":""hidden"",""value"":""9""}]"
            Work,,,,,,,,,,,,,,,,,,,,,folder,
            Card,,,,,,Ann,4111111111111111,123,,10/30,,,,,,,,,,,credit_card,
            Me,,,,,,,,,,,12345,,Ann B. Example,1,a@a.example,Street 1,,Town,DE,,identity,
            """)
        #expect(content.items.map(\.item.kind) == [.login, .creditCard, .identity])
        #expect(content.items[0].item.websites.map(\.address) == ["https://a.example", "https://b.example"])
        #expect(content.items[0].item.kind("PUK") == .concealed)
        #expect(content.items[1].item.value("expiry") == "2030-10")
        #expect(content.items[2].item.value("address") == "Street 1\n12345\nTown\nDE")
        #expect(content.items[2].item.value("last-name") == "Example")
        #expect(content.remarks.map(\.position) == ["line 3"])
    }

    @Test func enpassAndKeeperHaveNamesNextToTheirValues() throws {
        let enpass = try TextReading.read(
            "\"Title\",\"Field\",\"Value\",\"Field\",\"Value\",\"Note\"\n"
                + "\"A\",\"Username\",\"u\",\"Password*\",\"p\",\"PUK*\",\"9\",\"the note\"\n")
        #expect(enpass.items[0].item.value("password") == "p" && enpass.items[0].item.kind("PUK") == .concealed)
        #expect(enpass.items[0].item.notes?.text == "the note")
        let keeper = try TextReading.read(
            "Work\\DB,db,root,pw,https://db.example.com,n,,TFC:Keeper,otpauth://totp/A?secret=JBSWY3DPEHPK3PXP,Host,h\n",
            as: "keeper-csv")
        #expect(keeper.items[0].folder == ["Work", "DB"] && keeper.items[0].item.custom("Host") == "h")
        #expect(keeper.items[0].item.value("one-time-code").contains("JBSWY3DPEHPK3PXP"))
    }

    @Test func keePass1EscapesByBackslashes() throws {
        let content = try TextReading.read(
            "\"Account\",\"Login Name\",\"Password\",\"Web Site\",\"Comments\"\r\n\"A\",\"u\",\"p\\\"q\\\\r\",\"https://a.example\",\"\"\r\n"
        )
        #expect(content.items[0].item.value("password") == "p\"q\\r")
    }

    @Test func anyFileIsReadWithAMapping() throws {
        let content = try TextReading.read(
            "Ort;Wer;Was;Farbe\nhttps://a.example;ann;geheim;rot\n", as: "csv",
            columns: [("ort", "website"), ("Wer", "username"), ("Was", "password"), ("Farbe", "colour")])
        let item = try #require(content.items.first?.item)
        #expect(item.value("username") == "ann" && item.value("password") == "geheim" && item.custom("colour") == "rot")
        let error = #expect(throws: ExchangeError.self) {
            try TextReading.read("a,b\n1,2\n", as: "csv", columns: [("c", "title")])
        }
        #expect(error?.reason.contains("line 1") == true && error?.remedy?.contains("a, b") == true)
    }

    @Test func columnsOfOtherProgramsAreKnownByTheirNames() throws {
        let content = try TextReading.read(
            "Name,Url,Login,Pwd,Note,Folder,Rf_fields,Type\nA,https://a.example,u,p,n,/Bank/Old,Password$:pwd:p,Social\n"
        )
        let item = try #require(content.items.first)
        #expect(
            item.item.value("username") == "u" && item.item.value("password") == "p" && item.folder == ["Bank", "Old"])
        #expect(item.item.kind("Rf_fields") == .concealed && item.item.custom("type") == "Social")
    }

    @Test func anotherProgramsFileIsAnErrorThatNamesTheColumn() {
        #expect(throws: ExchangeError.self) { try TextReading.read("a,b\n1,2\n", as: "csv") }
        let error = #expect(throws: ExchangeError.self) { try TextReading.read("a,b\n1,2\n", as: "bitwarden-csv") }
        #expect(error?.reason.contains("“type”") == true)
    }

    @Test func everyBeginningOfAFileIsReadOrRefused() throws {
        let text = """
            folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
            Wörk/Mail,1,login,"Exa""mple","two
            lines","Answer: blue",1,"https://example.com,x",ann,pw,JBSWY3DPEHPK3PXP
            """
        for name in ["bitwarden-csv", "csv", "keeper-csv", "enpass-csv", "lastpass-csv", "keepass1-csv"] {
            try TextReading.readBeginnings(of: Data(text.utf8), as: name)
        }
    }

    @Test func aHundredThousandRowsAreRead() throws {
        var text =
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
        for index in 0..<100_000 {
            text +=
                "Work,,login,Site \(index),some notes,,0,https://www\(index).example.com/login,user\(index),password-\(index),\n"
        }
        let content = try TextReading.read(Data(text.utf8))
        #expect(content.items.count == 100_000 && content.remarks.isEmpty)
        #expect(content.items[99_999].item.value("password") == "password-99999")
        #expect(content.items[99_999].position == "line 100001")
    }
}
