import Foundation
import Glibc
import LinuxSupport
import WebsiteMatching

/// A break-in of a site in which passwords were taken.
public struct Breach: Sendable {
    /// The name for users.
    public let name: String
    /// The registrable domain of the site.
    let domain: String
    let day: Day

    /// The maximum size of a list in bytes; that of “Have I Been Pwned” has about 1 MiB.
    public static let mostBytes = 64 << 20

    private struct Entry: Decodable {
        let Name: String
        let Title: String?
        let Domain: String?
        let BreachDate: String?
        let DataClasses: [String]?
        let IsFabricated: Bool?
        let IsRetired: Bool?
        let IsSpamList: Bool?
    }

    /// Reads a list in the form of `breaches` of “Have I Been Pwned” (API version 3).
    ///
    /// Entries without a site or without passwords among what was taken are left out, and so are those that are marked as fabricated,
    /// retired or lists of spam.
    ///
    /// - Throws: ``HealthError`` for anything else.
    public static func list(_ data: Data) throws(HealthError) -> [Breach] {
        guard data.count <= mostBytes else {
            throw HealthError("the list of break-ins has more than \(mostBytes >> 20) MiB")
        }
        let entries: [Entry]
        do {
            entries = try JSONDecoder().decode([Entry].self, from: data)
        } catch let error as DecodingError {
            throw HealthError(
                "the list of break-ins is not in the form of “breaches”: \(place(error))",
                remedy: "get it from https://haveibeenpwned.com/api/v3/breaches")
        } catch {
            throw HealthError("the list of break-ins cannot be read")
        }
        var breaches: [Breach] = []
        for (number, entry) in entries.enumerated() {
            if let breach = try Breach(entry, number: number) { breaches.append(breach) }
        }
        return breaches
    }

    private init?(_ entry: Entry, number: Int) throws(HealthError) {
        let isDoubtful = [entry.IsFabricated, entry.IsRetired, entry.IsSpamList].contains(true)
        guard !isDoubtful, entry.DataClasses?.contains("Passwords") ?? true, let domain = entry.Domain, !domain.isEmpty,
            let text = entry.BreachDate
        else { return nil }
        guard let day = Day(text) else {
            throw HealthError("the list of break-ins has no date at entry \(number + 1)", remedy: "get the list again")
        }
        guard case .page(let page)? = try? WebAddress(domain) else { return nil }
        (name, self.domain, self.day) = (entry.Title ?? entry.Name, page.nakedDomain, day)
    }

    private static func place(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .keyNotFound(_, let found), .typeMismatch(_, let found), .valueNotFound(_, let found): context = found
        case .dataCorrupted(let found): context = found
        @unknown default: return "it is damaged"
        }
        guard let entry = context.codingPath.first?.intValue else { return "it is no list" }
        return "entry \(entry + 1) is damaged"
    }
}

extension Breach {
    /// Reads a list from a file.
    ///
    /// - Throws: ``HealthError`` if it cannot be read, or is not in the form of ``list(_:)``.
    public static func list(fileAt path: String) throws(HealthError) -> [Breach] {
        var status = stat()
        guard let descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)),
            fstat(descriptor.number, &status) == 0
        else {
            throw HealthError("“\(path)” cannot be read: \(String(cString: strerror(errno)))", remedy: "check the path")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
            throw HealthError(
                "“\(path)” is no file, or has more than \(mostBytes >> 20) MiB", remedy: "name the list of break-ins")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let (count, _) = bytes.withUnsafeMutableBytes { descriptor.read(into: $0) }
        return try list(Data(bytes.prefix(count)))
    }
}
