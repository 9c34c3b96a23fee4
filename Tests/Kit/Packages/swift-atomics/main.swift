import Atomics
import Security

let count = ManagedAtomic<Int32>(errSecItemNotFound)
print("swift-atomics: \(count.wrappingDecrementThenLoad(ordering: .relaxed) == -25301), \(errSecItemNotFound)")
