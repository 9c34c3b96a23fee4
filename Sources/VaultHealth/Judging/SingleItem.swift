import Foundation
import PasswordVault

/// The findings that need one item alone.
enum SingleItem {
    static func facts(_ item: HealthItem, _ options: HealthOptions) -> [Finding.Fact] {
        var facts: [Finding.Fact] = []
        let today = Day(options.now)
        if item.password != nil {
            let since = Day(item.passwordSince)
            if since.number <= today.number - options.oldAfterDays { facts.append(.old(since: item.passwordSince)) }
            if let breach = newestBreach(item, since, options.breaches) {
                facts.append(.breached(name: breach.name, day: breach.day.text))
            }
            if item.kind == .login, !item.hasSecondStep, let site = item.domains.first(where: SitesWithCodes.contains) {
                facts.append(.noCode(site: site))
            }
        }
        if let address = item.insecureAddress { facts.append(.http(address: address)) }
        for expiry in item.expiries {
            let left = expiry.lastDay.number - today.number
            guard left <= options.expiryDays else { continue }
            facts.append(.expiry(label: expiry.label, day: expiry.lastDay.text, daysLeft: left))
        }
        return facts
    }

    private static func newestBreach(_ item: HealthItem, _ since: Day, _ breaches: [Breach]) -> Breach? {
        guard !breaches.isEmpty else { return nil }
        // A password that was changed on the day itself may have been changed before the break-in.
        return breaches.filter { item.domains.contains($0.domain) && since <= $0.day }.max { $0.day < $1.day }
    }
}
