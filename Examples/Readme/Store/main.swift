import SecureStore

let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "mail.example.com"))
try store.setValue("correct horse", for: "kim")
print(try store.getValue(for: "kim") ?? "nothing")  // correct horse
try store.removeValue(for: "kim")
