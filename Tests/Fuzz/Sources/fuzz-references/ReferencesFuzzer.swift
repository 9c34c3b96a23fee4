import FuzzInput
import SecretReferences
import Secrets

/// Any bytes as a reference, a template, an environment file, and as output in which a secret is masked.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let text = String(validating: bytes, as: UTF8.self), let reference = try? SecretReference(parsing: text),
        (try? SecretReference(parsing: reference.description)) != reference, reference.description.utf8.count <= 4096
    {
        finding("a reference that is not read back")
    }
    if let template = try? SecretTemplate(bytes) {
        let filled = template.rendered { _ in SecretValue("value") }
        if template.references.isEmpty, filled.count > bytes.count { finding("a template that has grown") }
    }
    if let file = try? EnvironmentFile(bytes), file.variables.contains(where: { $0.value.contains(0) }) {
        finding("a value with a byte 0")
    }
    if masked(bytes, parts: 1) != masked(bytes, parts: .max) { finding("a mask that depends on the cuts") }
    return 0
}

private let patterns = MaskPatterns([SecretValue("abab"), SecretValue("babba\n"), SecretValue("aabbaabb")])

private func masked(_ bytes: [UInt8], parts size: Int) -> [UInt8] {
    let mask = OutputMask(patterns)
    var (output, rest) = ([UInt8](), bytes[...])
    while !rest.isEmpty {
        let part = Array(rest.prefix(size))
        rest = rest.dropFirst(part.count)
        try? part.withUnsafeBytes { try mask.process($0) { output += $0 } }
    }
    try? mask.finish { output += $0 }
    return output
}
