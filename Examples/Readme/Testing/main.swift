import KeychainTesting
import SecureStore

// In a test: the user's keychain is not touched, and this one is gone when the closure returns.
try withTemporaryKeychain { keychain in
    let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "mail.example.com"))
    try store.setValue("correct horse", for: "kim")
    print(try keychain.items(matching: Query(.genericPassword)).count)  // 1
}
