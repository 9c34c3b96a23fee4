import FuzzInput

@testable import ExchangeFormats

/// Any bytes as a PKCS #12 file and as the contents that its encryption hides, without which no change would get behind the code.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    let passphrase = Passphrase("secret")
    var budget = DerivationBudget(iterations: 16)
    _ = try? PKCS12Reader.read(bytes, passphrase, &budget)
    guard let form = passphrase.forms.first else { finding("a password without a form") }
    var bags = SafeBags()
    budget = DerivationBudget(iterations: 16)
    try? bags.read(bytes, form, &budget)
    for item in bags.items where item.name?.isEmpty == true { finding("an empty name") }
    return 0
}
