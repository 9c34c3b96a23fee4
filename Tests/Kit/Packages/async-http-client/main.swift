import AsyncHTTPClient
import Security

let request = HTTPClientRequest(url: "https://kit.example.com")
print("async-http-client: \(request.url.hasSuffix("example.com")), \(errSecItemNotFound)")
