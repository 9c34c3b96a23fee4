import Foundation
import Security

// A keychain tutorial as there are many: stores a password, finds it, changes it, deletes it, and tells what the keychain
// answers. Nothing in it knows which system it runs on.
//
//     KeychainTutorial          the whole way
//     KeychainTutorial store    up to where the password is in the keychain
//     KeychainTutorial delete   the rest

/// Tells what a step's status means, and ends the program if it is not the one that the step should have.
func tell(_ step: String, _ status: OSStatus, expecting expected: OSStatus = errSecSuccess) {
    let text = SecCopyErrorMessageString(status, nil) as String? ?? "unknown"
    print("\(step): \(status) (\(text))")
    guard status == expected else {
        print("This should have been \(expected).")
        exit(1)
    }
}

/// Finds the password and shows it, which a program with a user would not do.
func findAndTell() {
    let (status, credentials) = Keychain.find()
    tell("Find the password", status)
    guard let credentials else { exit(1) }
    print("    \(credentials.account) has the password “\(credentials.password)”")
}

func store() {
    var credentials = Credentials(account: "kim@example.com", password: "Tr0ub4dour&3")
    tell("Store a password", Keychain.store(credentials))
    tell("Store it again", Keychain.store(credentials), expecting: errSecDuplicateItem)
    findAndTell()
    credentials.password = "correct horse battery staple"
    tell("Update the password", Keychain.update(credentials))
    findAndTell()
}

func delete() {
    tell("Delete the password", Keychain.delete())
    tell("Look for it once more", Keychain.find().status, expecting: errSecItemNotFound)
}

switch CommandLine.arguments.dropFirst().first {
case nil:
    store()
    delete()
case "store": store()
case "delete": delete()
default:
    print("usage: KeychainTutorial [store | delete]")
    exit(2)
}
