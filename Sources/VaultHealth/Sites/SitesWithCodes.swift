/// Sites that offer one-time codes by an authenticator program (TOTP, RFC 6238) as a second step of signing in.
///
/// The list is this project's own, from what its authors know of the sites; it is not complete. A site stays out of it when in doubt.
public enum SitesWithCodes {
    /// The day on which the list was last looked through.
    public static let date = "2026-11-28"

    private static let domains = Set(table.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The number of sites.
    public static var count: Int { domains.count }

    /// Whether a registrable domain is in the list.
    static func contains(_ domain: String) -> Bool { domains.contains(domain) }

    /// The registrable domains, by what the sites are for. Add a domain only if its accounts take codes of any authenticator program.
    private static let table = """
        google.com microsoft.com live.com apple.com icloud.com amazon.com amazon.co.uk amazon.de amazon.fr amazon.es
        amazon.it amazon.ca amazon.in amazon.co.jp facebook.com instagram.com x.com twitter.com linkedin.com
        reddit.com discord.com tumblr.com pinterest.com snapchat.com tiktok.com twitch.tv patreon.com vk.com
        mastodon.social bsky.app slack.com zoom.us webex.com trello.com atlassian.com asana.com notion.so
        monday.com clickup.com airtable.com miro.com basecamp.com todoist.com evernote.com dropbox.com box.com
        mega.nz mega.io pcloud.com sync.com tresorit.com backblaze.com wasabi.com nextcloud.com

        github.com gitlab.com bitbucket.org codeberg.org sourceforge.net sr.ht npmjs.com pypi.org rubygems.org
        crates.io docker.com packagist.org launchpad.net ubuntu.com redhat.com fedoraproject.org
        digitalocean.com linode.com akamai.com vultr.com hetzner.com ovh.com ovhcloud.com scaleway.com heroku.com
        render.com fly.io netlify.com vercel.com cloudflare.com fastly.com namecheap.com gandi.net godaddy.com
        porkbun.com dnsimple.com hover.com name.com ionos.com strato.de inwx.de infomaniak.com one.com
        hostinger.com dreamhost.com bluehost.com siteground.com squarespace.com wix.com wordpress.com weebly.com
        shopify.com bigcommerce.com datadoghq.com newrelic.com sentry.io grafana.com pagerduty.com circleci.com
        travis-ci.com jetbrains.com postman.com okta.com auth0.com onelogin.com duosecurity.com twilio.com
        sendgrid.com mailgun.com mailchimp.com hubspot.com salesforce.com zendesk.com intercom.com freshworks.com
        zoho.com xero.com intuit.com freshbooks.com docusign.com canva.com figma.com adobe.com autodesk.com
        unity.com epicgames.com nintendo.com playstation.com sony.com ea.com ubisoft.com rockstargames.com gog.com
        humblebundle.com itch.io roblox.com minecraft.net

        proton.me protonmail.com tuta.com tutanota.com fastmail.com mailbox.org posteo.de gmx.net gmx.com web.de
        yahoo.com aol.com yandex.com mail.ru hey.com runbox.com startmail.com mailfence.com
        bitwarden.com 1password.com lastpass.com dashlane.com keepersecurity.com nordpass.com nordaccount.com
        expressvpn.com mullvad.net

        paypal.com stripe.com wise.com squareup.com venmo.com robinhood.com etrade.com fidelity.com schwab.com
        vanguard.com interactivebrokers.com coinbase.com kraken.com binance.com bitstamp.net gemini.com bitfinex.com
        okx.com kucoin.com bitpanda.com crypto.com blockchain.com bitvavo.com gocardless.com mollie.com

        ebay.com etsy.com aliexpress.com mercadolibre.com kickstarter.com indiegogo.com gofundme.com
        uber.com lyft.com airbnb.com booking.com

        wikipedia.org wikimedia.org archive.org openai.com anthropic.com huggingface.co kaggle.com coursera.org
        udemy.com id.me login.gov
        """
}
