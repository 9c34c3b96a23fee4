extension Vocabulary {
    static let english: [Hint: String] = [
        .role(.username): """
        username, user name, ~user, user id, ~login, login id, login name, ~logon, log in id, uname, userid, uid,
        member id, member name,
        member number, customer number, customer id, client number, client id, account name, access id, online id,
        identifier, screen name, national id, ~tax id, ~ssn, ~id number, username or email, email or username, ~account, ~account number, =id
        """,
        .role(.email): "email, e mail, mail, email address, e mail address, mail address, email id",
        .role(.telephone): """
        phone, telephone, mobile, cellphone, cell, tel, phone number, telephone number, mobile number,
        mobile phone, cell phone, phone no, telno, mobile no, contact number
        """,
        .role(.password): "password, passwd, pwd, passphrase, ~pass, ~passwort, ~pw",
        .role(.oneTimeCode): """
        one time code, one time password, one time passcode, otp, totp, 2fa, mfa, two factor, two step, 2 fa,
        2 factor, 2 step, two factor code, two step code, authenticator, authenticator code, authentication code,
        verification code, sms code, login code, sign in code, auth code, otp code, 6 digit code, six digit code,
        ~passcode, ~code, ~token, ~digit
        """,
        .role(.cardNumber): """
        card number, credit card number, debit card number, credit card, debit card, cc number, cc num, cc no,
        card no, card num, number on card, pan, cardnum, ccn, ~cc
        """,
        .role(.cardholder): """
        name on card, name on the card, card name, cardholder, card holder, cardholder name, card holder name,
        card owner, cc name, credit card name, cc holder, name as it appears on card
        """,
        .role(.cardType): "card type, cc type, credit card type, card brand, type of card, kind of card",
        .role(.expiry): """
        expiry, expiry date, expiration, expiration date, exp, exp date, cc exp, card expiry, valid thru,
        valid through, valid until, good thru, expires, card expiration, mm yy, mm yyyy
        """,
        .role(.expiryMonth): """
        expiry month, expiration month, exp month, exp mm, expmo, cc exp month, card expiry month, expiry mm,
        expiry date month, exp date month, expiration date month, card exp month, card expiration month
        """,
        .role(.expiryYear): """
        expiry year, expiration year, exp year, exp yy, exp yyyy, cc exp year, card expiry year, expiry yy,
        expiry date year, exp date year, expiration date year, card exp year, card expiration year
        """,
        .role(.securityCode): """
        security code, card security code, card verification, card verification code, card verification value,
        card verification number, card code, cvv, cvc, cvv2, cvc2, csc, ccv, cvn, cid, cvv code, cvc code,
        cc csc, cc cvc, cc cvv, card cvc, card cvv, verification value
        """,
        .role(.namePrefix): "salutation, honorific, courtesy title, name prefix, =title, =prefix",
        .role(.firstName): """
        first name, given name, given names, forename, fname, f name, first and middle name, name first, =first
        """,
        .role(.middleName): "middle name, middle initial, mname, name middle, additional name, =middle, =mi",
        .role(.lastName): "last name, family name, surname, lname, l name, second name, name last, =last",
        .role(.fullName): "full name, your name, first and last name, recipient, recipient name, contact name, ~name",
        .role(.company): """
        company, organisation, organization, company name, organisation name, organization name, business name,
        employer, firm
        """,
        .role(.department): "department, division, dept",
        .role(.jobTitle): "job title, position, occupation, job, profession, job role",
        .role(.sex): "gender, sex",
        .role(.birthDate): "date of birth, birth date, birthday, dob, bday, birth",
        .role(.birthDay): "day of birth, dob day, bday day, birthday day, birth date day, dob dd, ~day",
        .role(.birthMonth):
            "month of birth, birth month, dob month, bday month, birthday month, birth date month, ~month",
        .role(.birthYear): "year of birth, birth year, dob year, bday year, birthday year, birth date year, yob, ~year",
        .role(.telephoneCountry):
            "country code, dial code, dialling code, calling code, phone code, phone country code, dialling, dial, calling code, area code prefix",
        .role(.address): "street address, full address, postal address, mailing address, ~address",
        .role(.addressLine1): """
        address line 1, address 1, addr 1, address line, line 1, street, street 1, street name, street line 1,
        street address 1, street address line 1, address line one, addr line 1, =line1
        """,
        .role(.addressLine2): """
        address line 2, address 2, addr 2, line 2, street 2, street line 2, street address 2, apartment, apt,
        suite, unit, building, floor, flat, address line two, street address line 2, addr line 2, apt suite
        """,
        .role(.houseNumber): "house number, house no, street number, building number, house nr, street no",
        .role(.city): "city, town, suburb, locality, post town, city town, municipality",
        .role(.state): "state, province, region, county, prefecture, state province, territory, state or province",
        .role(.postalCode): """
        zip, postcode, postal code, zip code, post code, zip postal code, zip or postal code, postal, pincode, pin code
        """,
        .role(.country): "country, country region, nation, country name, country of residence",
        .mark(.new): "new, newpassword, newpass, newpwd, newpasswd, choose, create",
        .mark(.current): "current, old, existing, present, oldpassword, currentpassword, oldpass, oldpwd",
        .mark(.repetition): """
        confirm, confirmation, repeat, retype, reenter, re enter, re type, again, verify, password 2, pass 2, pwd 2,
        passwordconfirm, passwordconfirmation, passwordagain, passwordrepeat, confirmpassword, repeatpassword,
        verifypassword, password confirm, password confirmation, password again, pass confirm
        """,
        .mark(.newsletter): "newsletter, subscribe, subscription, mailing list",
        .mark(.ignored): """
        search, query, keyword, keywords, captcha, coupon, coupon code, promo, promo code, promotion, voucher,
        voucher code, gift card, gift card number, gift code, discount, discount code, referral, referral code,
        invitation code, invite code, comment, comments, message, subject, quantity, qty, amount, price, =q,
        filter, iban, bic, swift code, routing, routing number, sort code, social security, vat,
        vat id, vat number, security question, security answer, secret question, secret answer, password hint,
        answer, nickname, extension, ext, fax, fax number, suffix, donation, website, url, homepage, maiden name,
        gift message, emergency, emergency contact, contact s name, contact s phone, next of kin, visit,
        valid from, start date, issue number, issue date, delivery instructions, notes, tracking number, order number, recovery code, backup code, friend
        """,
    ]
}
