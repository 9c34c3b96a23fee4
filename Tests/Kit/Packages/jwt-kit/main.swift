import JWTKit
import Security

let issuer = IssuerClaim(value: "kit.example.com")
print("jwt-kit: \(issuer.value == "kit.example.com"), \(errSecItemNotFound)")
