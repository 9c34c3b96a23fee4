extension SharedDomains {
    /// The built-in groups. A test checks that every line can be parsed.
    public static let builtIn = (try? SharedDomains().applying(builtInTable.utf8)) ?? SharedDomains()

    /// The built-in table. Each line names domains of one company with the same accounts and the same sign-in. Add a line only after
    /// checking that. Domains that merely belong to the same company, or below which customers have pages of their own, are not in the
    /// table.
    static let builtInTable = """
        # Accounts of large companies
        google.com youtube.com gmail.com
        apple.com icloud.com
        live.com microsoft.com microsoftonline.com office.com office365.com microsoft365.com outlook.com hotmail.com
        live.com msn.com xbox.com skype.com bing.com
        amazon.com amazon.ca amazon.com.mx amazon.com.br amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl
        amazon.com amazon.se amazon.pl amazon.com.tr amazon.ae amazon.sa amazon.in amazon.sg amazon.com.au
        facebook.com messenger.com
        x.com twitter.com
        adobe.com behance.net

        # Shops
        ebay.com ebay.ca ebay.co.uk ebay.ie ebay.de ebay.at ebay.ch ebay.fr ebay.it ebay.es ebay.nl ebay.be ebay.pl
        ebay.com ebay.com.au ebay.com.hk ebay.com.my ebay.com.sg ebay.ph

        # Knowledge and software
        wikipedia.org wikimedia.org wiktionary.org wikibooks.org wikiquote.org wikisource.org wikinews.org wikiversity.org
        wikipedia.org wikivoyage.org wikidata.org mediawiki.org
        stackoverflow.com stackexchange.com serverfault.com superuser.com askubuntu.com stackapps.com mathoverflow.net
        atlassian.com bitbucket.org trello.com
        ubuntu.com launchpad.net
        firefox.com mozilla.org
        proton.me protonmail.com protonvpn.com

        # Talk and play
        discord.com discordapp.com
        zoom.us zoom.com
        steampowered.com steamcommunity.com
        epicgames.com unrealengine.com
        ea.com origin.com
        blizzard.com battle.net
        """
}
