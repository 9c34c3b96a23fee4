import Foundation
import KeychainTesting
import KeychainWrappers
import Security
import Testing

/// A wrapper as an object: one item, its attributes and its password.
@Suite struct ItemTests {
    @Test func writtenItemIsReadByAnotherObject() throws {
        try withTemporaryKeychain { _ in
            let writer = KeychainWrapper()
            writer.mySetObject("pässwörd", forKey: kSecValueData)
            writer.mySetObject("kim", forKey: kSecAttrAccount)
            #expect(writer.writeToKeychain())
            let reader = KeychainWrapper()
            #expect(reader.myObject(forKey: kSecValueData) as? String == "pässwörd")
            #expect(reader.myObject(forKey: kSecAttrAccount) as? String == "kim")
        }
    }

    @Test func keysMayBeText() throws {
        try withTemporaryKeychain { _ in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: "v_Data")
            #expect(wrapper.writeToKeychain())
            #expect(wrapper.myObjectForKey("v_Data") as? String == "1234")
            #expect(wrapper.myObjectForKey(kSecValueData as String) as? String == "1234")
        }
    }

    @Test func nothingIsStoredBeforeItIsWritten() throws {
        try withTemporaryKeychain { _ in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "1234")
            #expect(KeychainWrapper().myObject(forKey: kSecValueData) == nil)
        }
    }

    @Test func writingAgainChangesTheSameItem() throws {
        try withTemporaryKeychain { keychain in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            wrapper.mySetObject("kim", forKey: kSecAttrAccount)
            wrapper.writeToKeychain()
            wrapper.mySetObject("5678", forKey: kSecValueData)
            wrapper.mySetObject("sam", forKey: kSecAttrAccount)
            #expect(wrapper.writeToKeychain())
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "5678")
            #expect(wrapper.myObject(forKey: kSecAttrAccount) as? String == "sam")
            let items = try keychain.items(matching: Query(.genericPassword, limit: .all), reading: [.attributes])
            #expect(items.count == 1)
        }
    }

    @Test func settingNilChangesNothing() throws {
        try withTemporaryKeychain { _ in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            wrapper.mySetObject(nil, forKey: kSecValueData)
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "1234")
        }
    }

    @Test func identifyingAttributesCannotBeSet() throws {
        try withTemporaryKeychain { _ in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            wrapper.mySetObject("elsewhere", forKey: kSecAttrService)
            wrapper.mySetObject("elsewhere", forKey: kSecAttrGeneric)
            #expect(wrapper.writeToKeychain())
            #expect(KeychainWrapper().myObject(forKey: kSecValueData) as? String == "1234")
        }
    }

    @Test func resettingDeletesTheItem() throws {
        try withTemporaryKeychain { keychain in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            wrapper.writeToKeychain()
            wrapper.mySetObject("5678", forKey: kSecValueData)
            #expect(wrapper.resetKeychainItem())
            #expect(wrapper.myObject(forKey: kSecValueData) == nil)
            let items = try keychain.items(matching: Query(.genericPassword, limit: .all), reading: [.attributes])
            #expect(items.isEmpty)
            #expect(wrapper.resetKeychainItem())
        }
    }

    @Test func wrappersWithOtherIdentifiersHaveOtherItems() throws {
        try withTemporaryKeychain { _ in
            let (one, other) = (KeychainWrapper(identifier: "one"), KeychainWrapper(identifier: "other"))
            one.mySetObject("1", forKey: kSecValueData)
            other.mySetObject("2", forKey: kSecValueData)
            one.writeToKeychain()
            other.writeToKeychain()
            one.resetKeychainItem()
            #expect(other.myObject(forKey: kSecValueData) as? String == "2")
        }
    }

    @Test func refusedItemCanBeWrittenLater() throws {
        try withTemporaryKeychain { _ in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("1234", forKey: kSecValueData)
            wrapper.mySetObject("com.example.other", forKey: kSecAttrAccessGroup)
            #expect(!wrapper.writeToKeychain())
            wrapper.mySetObject("com.example.tests", forKey: kSecAttrAccessGroup)
            #expect(wrapper.writeToKeychain())
            #expect(KeychainWrapper().myObject(forKey: kSecValueData) as? String == "1234")
        }
    }
}
