import Foundation
import Security

// A typical keychain tutorial: it stores a password, finds it, updates it, deletes it, and prints the keychain's statuses. Nothing in it
// depends on the system it runs on.
//
//     KeychainTutorial          all steps
//     KeychainTutorial store    the steps until the password is in the keychain
//     KeychainTutorial delete   the rest

/// Prints the meaning of a step's status, and ends the program if it is not the expected one.
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
