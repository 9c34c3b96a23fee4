import Testing

/// A document of another program, made for these tests in the form that its documentation describes.
struct JSONSample: Sendable, CustomTestStringConvertible {
    let format: String
    let text: String

    var testDescription: String { format }
}

enum JSONSamples {
    static let all = [bitwarden, proton, enpass, cxf]

    static let bitwarden = JSONSample(
        format: "bitwarden-json",
        text: #"""
            {"encrypted":false,"folders":[{"id":"f1","name":"Work/Servers"}],"items":[
            {"id":"i1","organizationId":null,"folderId":"f1","type":1,"reprompt":1,"name":"Site","notes":"note","favorite":true,
            "creationDate":"2023-01-02T03:04:05.678Z","revisionDate":"2023-02-03T04:05:06Z","deletedDate":"2024-01-01T00:00:00.000Z",
            "archivedDate":null,"collectionIds":null,
            "fields":[{"name":"plain","value":"a","type":0,"linkedId":null},{"name":"hidden","value":"b","type":1},
            {"name":"flag","value":"true","type":2},{"name":"link","value":null,"type":3,"linkedId":100}],
            "passwordHistory":[{"lastUsedDate":"2022-01-01T00:00:00.000Z","password":"old"}],
            "login":{"uris":[{"match":null,"uri":"https://a.example"},{"match":1,"uri":"b.example"},{"match":4,"uri":"^c$"}],
            "username":"jane","password":"pw","totp":"GEZDGNBVGY3TQOJQ","newMember":"kept",
            "fido2Credentials":[{"credentialId":"x","keyValue":"k","rpId":"a.example","counter":"0"}]}},
            {"id":"i2","type":3,"name":"Card","card":{"cardholderName":"Jane","brand":"Visa","number":"4111111111111111",
            "expMonth":"4","expYear":"2031","code":"123"}},
            {"id":"i3","type":4,"name":"Me","identity":{"firstName":"Jane","address1":"1 Street","city":"Town","ssn":"1-2-3"}},
            {"id":"i4","type":5,"name":"Key","sshKey":{"privateKey":"pem","publicKey":"ssh-ed25519 A","keyFingerprint":"SHA256:x"}},
            {"id":"i5","type":2,"name":"Note","notes":"text","secureNote":{"type":0}}]}
            """#)

    static let proton = JSONSample(
        format: "proton-pass",
        text: #"""
            {"version":"1.21.0","userId":"u","encrypted":false,"vaults":{"v1":{"name":"Personal","description":"","items":[
            {"itemId":"1","shareId":"s","data":{"metadata":{"name":"Site","note":"note","itemUuid":"u1"},
            "extraFields":[{"fieldName":"code","type":"totp","data":{"totpUri":"GEZDGNBVGY3TQOJQ"}},
            {"fieldName":"hidden","type":"hidden","data":{"content":"b"}},{"fieldName":"day","type":"timestamp","data":{"timestamp":"2024-02-29T00:00:00Z"}}],
            "type":"login","content":{"itemEmail":"jane@example.org","itemUsername":"jane","password":"pw","urls":["https://a.example"],
            "totpUri":"","passkeys":[{"keyId":"k","content":"c"}]}},"state":2,"aliasEmail":null,"contentFormatVersion":1,
            "createTime":1689182868,"modifyTime":1689182869,"pinned":true},
            {"itemId":"2","data":{"metadata":{"name":"Card","note":""},"extraFields":[],"type":"creditCard","content":
            {"cardholderName":"Jane","cardType":0,"number":"4111","verificationNumber":"123","expirationDate":"012030","pin":"9"}},"state":1},
            {"itemId":"3","data":{"metadata":{"name":"Me","note":""},"extraFields":[],"type":"identity","content":
            {"fullName":"Jane Doe","streetAddress":"1 Street","city":"Town","xHandle":"@jane","extraSections":[{"sectionName":"S",
            "sectionFields":[{"fieldName":"f","type":"text","data":{"content":"v"}}]}]}},"state":1},
            {"itemId":"4","data":{"metadata":{"name":"Alias","note":""},"extraFields":[],"type":"alias","content":{}},
            "aliasEmail":"x@alias.example","state":1}]}}}
            """#)

    static let enpass = JSONSample(
        format: "enpass-json",
        text: #"""
            {"folders":[{"title":"Sub","uuid":"f2","parent_uuid":"f1"},{"title":"Top","uuid":"f1","parent_uuid":"f2"}],"items":[
            {"archived":1,"auto_submit":1,"category":"login","createdAt":1600000000,"favorite":1,"fields":[
            {"deleted":0,"label":"Username","order":1,"sensitive":0,"type":"username","uid":10,"value":"jane","value_updated_at":1},
            {"deleted":0,"label":"Password","sensitive":1,"type":"password","value":"pw","history":[{"value":"old","updated_at":1500000000}]},
            {"label":"Website","type":"url","value":"https://a.example"},{"label":"Code","type":"totp","value":"GEZDGNBVGY3TQOJQ"},
            {"label":"More","type":"section","value":""},{"label":"Phone","type":"phone","value":"123"}],
            "attachments":[{"name":"a.txt","kind":"text/plain","data":"aGVsbG8="}],"folders":["f2"],"icon":{"type":1},
            "note":"note","template_type":"login.default","title":"Site","trashed":0,"updated_at":1700000000,"uuid":"u"},
            {"category":"creditcard","title":"Card","fields":[{"label":"Expiry","type":"ccExpiry","value":"07/31"},
            {"label":"Number","type":"ccNumber","value":"4111"}],"template_type":"creditcard.default"}]}
            """#)

    static let cxf = JSONSample(
        format: "cxf",
        text: #"""
            {"version":{"major":1,"minor":0},"exporterRpId":"other.example","exporterDisplayName":"Other","timestamp":1700000000,
            "accounts":[{"id":"YQ","username":"jane","email":"jane@example.org","collections":[{"id":"Yw","title":"Work",
            "items":[{"item":"aQ"}],"subCollections":[]}],"items":[{"id":"aQ","creationAt":1600000000,"modifiedAt":1700000000,
            "title":"Site","favorite":true,"scope":{"urls":["https://a.example"],"androidApps":[{"bundleId":"org.example"}]},"tags":["t"],
            "credentials":[{"type":"basic-auth","username":{"id":"1","fieldType":"string","value":"jane"},
            "password":{"fieldType":"concealed-string","value":"pw"}},
            {"type":"totp","secret":"GEZDGNBVGY3TQOJQ","period":30,"digits":6,"algorithm":"sha1","username":"jane","issuer":"Site"},
            {"type":"passkey","credentialId":"AQ","rpId":"a.example","username":"jane","userDisplayName":"J","userHandle":"AQ","key":"AQ"},
            {"type":"note","content":{"fieldType":"string","value":"note"}},
            {"type":"custom-fields","label":"S","fields":[{"fieldType":"email","value":"a@b.c","label":"mail"}]},
            {"type":"wifi","ssid":{"value":"net"},"passphrase":{"value":"p"}},{"type":"file","name":"a.txt"},
            {"type":"later-type","member":{"value":"kept","fieldType":"string"}}]}]}]}
            """#)
}
