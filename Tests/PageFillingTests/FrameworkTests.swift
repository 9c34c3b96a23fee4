import PasswordVault
import Testing

/// Names of fields as widely used frameworks and shops choose them, without what their pages say beside.
@Suite struct FrameworkTests {
    /// Fields of the type text, those whose name has a password's abbreviation shown as dots.
    private static func named(_ names: String...) -> String {
        names.map { name in
            let isSecret = ["pass", "pwd"].contains { name.lowercased().contains($0) }
            return #"{"id":"\#(name)","name":"\#(name)","type":"\#(isSecret ? "password" : "text")"}"#
        }.joined(separator: ",")
    }

    static let logins: [TestPage] = [
        TestPage("Django", named("username", "password"), gives: "username=wendy", "password=hush"),
        TestPage(
            "Django, sign-up", named("username", "password1", "password2"), gives: "username=wendy", "password1=hush",
            "password2=hush"),
        TestPage(
            "Django, change", named("old_password", "new_password1", "new_password2"), gives: "old_password=hush"),
        TestPage(
            "Devise", named("user[email]", "user[password]"), gives: "user[email]=wendy", "user[password]=hush"),
        TestPage(
            "Devise, sign-up", named("user[email]", "user[password]", "user[password_confirmation]"),
            gives: "user[email]=wendy", "user[password]=hush", "user[password_confirmation]=hush"),
        TestPage(
            "Devise, account",
            named("user[email]", "user[password]", "user[password_confirmation]", "user[current_password]"),
            gives: "user[email]=wendy", "user[current_password]=hush"),
        TestPage("WordPress", named("log", "pwd"), gives: "log=wendy", "pwd=hush"),
        TestPage(
            "Keycloak, new password", named("password-new", "password-confirm"), gives: "password-new=hush",
            "password-confirm=hush"),
        TestPage(
            "ASP.NET Web Forms", named("ctl00$MainContent$UserName", "ctl00$MainContent$Password"),
            gives: "ctl00$MainContent$UserName=wendy", "ctl00$MainContent$Password=hush"),
        TestPage(
            "ASP.NET Identity, sign-up", named("Input.Email", "Input.Password", "Input.ConfirmPassword"),
            gives: "Input.Email=wendy", "Input.Password=hush", "Input.ConfirmPassword=hush"),
        TestPage(
            "ASP.NET Identity, second factor", named("Input.TwoFactorCode"), code: "123456",
            gives: "Input.TwoFactorCode=123456"),
        TestPage("Spring Security", named("j_username", "j_password"), gives: "j_username=wendy", "j_password=hush"),
        TestPage("Drupal", named("name", "pass"), gives: "name=wendy", "pass=hush"),
        TestPage("MediaWiki", named("wpName", "wpPassword"), gives: "wpName=wendy", "wpPassword=hush"),
        TestPage("Roundcube", named("_user", "_pass"), gives: "_user=wendy", "_pass=hush"),
        TestPage("phpMyAdmin", named("pma_username", "pma_password"), gives: "pma_username=wendy", "pma_password=hush"),
        TestPage("GitLab", named("user[login]", "user[password]"), gives: "user[login]=wendy", "user[password]=hush"),
        TestPage("Gitea", named("user_name", "password"), gives: "user_name=wendy", "password=hush"),
    ]

    static let people: [TestPage] = [
        TestPage(
            "WooCommerce",
            named(
                "billing_first_name", "billing_last_name", "billing_company", "billing_country", "billing_address_1",
                "billing_postcode", "billing_city", "billing_phone", "billing_email", "order_comments"),
            item: .person(), gives: "billing_first_name=Wendy", "billing_last_name=Darling", "billing_company=ACME Ltd",
            "billing_country=Germany", "billing_address_1=Kensington Gardens 14", "billing_postcode=10115",
            "billing_city=Berlin", "billing_phone=+49 30 123456", "billing_email=wendy@darling.example"),
        TestPage(
            "Magento", named("firstname", "lastname", "street[0]", "city", "postcode", "telephone"), item: .person(),
            gives: "firstname=Wendy", "lastname=Darling", "street[0]=Kensington Gardens 14", "city=Berlin",
            "postcode=10115", "telephone=+49 30 123456"),
        TestPage(
            "Shopify",
            named(
                "checkout[email]", "checkout[shipping_address][first_name]", "checkout[shipping_address][last_name]",
                "checkout[shipping_address][address1]", "checkout[shipping_address][city]",
                "checkout[shipping_address][zip]"),
            item: .person(), gives: "checkout[email]=wendy@darling.example",
            "checkout[shipping_address][first_name]=Wendy", "checkout[shipping_address][last_name]=Darling",
            "checkout[shipping_address][address1]=Kensington Gardens 14", "checkout[shipping_address][city]=Berlin",
            "checkout[shipping_address][zip]=10115"),
        TestPage(
            "PrestaShop", named("firstname", "lastname", "address1", "postcode", "city", "phone"), item: .person(),
            gives: "firstname=Wendy", "lastname=Darling", "address1=Kensington Gardens 14", "postcode=10115",
            "city=Berlin", "phone=+49 30 123456"),
    ]

    @Test(arguments: logins) func accountsAreRecognizedByNamesAlone(page: TestPage) throws { try page.check() }
    @Test(arguments: people) func addressesAreRecognizedByNamesAlone(page: TestPage) throws { try page.check() }
}
