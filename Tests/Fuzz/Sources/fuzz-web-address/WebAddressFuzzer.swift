import FuzzInput

@testable import WebsiteMatching

private let matcher = WebsiteMatcher()

/// Any bytes as the address of a page, as a website by every rule, as a pattern and as a table of shared domains.
///
/// A line break cuts the input into the page and the website.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let bytes = Array(input.rest())
    let halves = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = halves.map { String(decoding: $0, as: UTF8.self) }
    _ = try? SharedDomains.builtIn.applying(bytes)
    guard let first = texts.first, let page = try? WebAddress(first) else { return 0 }
    check(page)
    for rule in MatchRule.allCases {
        for text in texts { check(page, Website(text, rule: rule)) }
    }
    return 0
}

/// The form of an address is read as the same address, and an address belongs to itself.
private func check(_ address: WebAddress) {
    guard let again = try? WebAddress(address.description) else { finding("a form that cannot be read") }
    guard again == address, again.description == address.description else { finding("two forms of one address") }
    guard matcher.match(address, [Website(address.description)])?.reason != nil else { finding("not itself") }
    guard case .page(let page) = address else { return }
    let name = page.host.name
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), name == name.lowercased(), name.utf8.count <= 253 else {
        finding("a host in another form")
    }
    guard !name.contains(where: { "/\\?#@%".contains($0) }) else { finding("a host with a separator in it") }
    if let domain = page.host.registrableDomain, domain != name, !name.hasSuffix("." + domain) {
        finding("a domain that is not the host's")
    }
    guard page.pathAndQuery.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { finding("a path in another form") }
}

/// What matches can be found by its keys, does not match without TLS what was saved for it, and is of one owner.
private func check(_ page: WebAddress, _ website: Website) {
    guard let match = matcher.match(page, [website]) else { return }
    guard !Set(matcher.searchKeys(for: page)).isDisjoint(with: matcher.searchKeys(for: website)) else {
        finding("a match that no key leads to")
    }
    guard matcher.match(page, [website, Website(page.description, rule: .never)]) == nil else {
        finding("never is not never")
    }
    guard case .page(let address) = page, case .page(let saved) = website.address else { return }
    guard address.scheme == .https || saved.scheme == .http else { finding("a password for http") }
    guard address.host != saved.host else { return }
    guard let domain = address.host.registrableDomain, let other = saved.host.registrableDomain,
        domain == other || matcher.sharedDomains.share(domain, other), match.website.rule == .registeredDomain
    else { finding("two owners") }
}
