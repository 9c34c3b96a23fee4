extension Vocabulary {
    static let french: [Hint: String] = [
        .role(.username): """
        identifiant, nom d utilisateur, ~utilisateur, nom utilisateur, pseudo, numéro client, numéro de client,
        numéro d adhérent, numéro d abonné, code client, identifiant ou e mail
        """,
        .role(.email):
            "courriel, adresse e mail, adresse email, adresse mail, adresse électronique, mél, adresse courriel",
        .role(.telephone): """
        téléphone, numéro de téléphone, portable, téléphone portable, numéro de portable, mobile numéro, n de téléphone,
        téléphone mobile
        """,
        .role(.password): "mot de passe, mdp, motdepasse, code secret",
        .role(.oneTimeCode): """
        code de vérification, code à usage unique, code de confirmation, code sms, code d authentification,
        code de validation, code reçu par sms, mot de passe à usage unique
        """,
        .role(.cardNumber): """
        numéro de carte, numéro de la carte, carte bancaire, carte de crédit, numéro de carte bancaire, n de carte,
        numéro carte, numéro de carte de crédit
        """,
        .role(.cardholder): """
        titulaire de la carte, titulaire, nom sur la carte, nom du titulaire, nom du porteur, porteur de la carte,
        nom figurant sur la carte
        """,
        .role(.cardType): "type de carte",
        .role(.expiry): "date d expiration, expire fin, date de validité, validité, expire le, date expiration",
        .role(.expiryMonth): "mois d expiration",
        .role(.expiryYear): "année d expiration",
        .role(.securityCode):
            "cryptogramme, cryptogramme visuel, code de sécurité, code cvc, code cvv, code de la carte",
        .role(.namePrefix): "civilité, =titre",
        .role(.firstName): "prénom, prénoms, prenom",
        .role(.middleName): "deuxième prénom, second prénom",
        .role(.lastName): "nom de famille, patronyme",
        .role(.fullName): "nom complet, nom et prénom, prénom et nom, nom prénom, vos nom et prénom, ~nom",
        .role(.company): "entreprise, société, raison sociale, nom de l entreprise, nom de la société, organisme",
        .role(.department): "service de l entreprise",
        .role(.jobTitle): "fonction, poste, métier",
        .role(.sex): "sexe, genre",
        .role(.birthDate): "date de naissance, né le, née le, naissance",
        .role(.birthDay): "jour de naissance, ~jour",
        .role(.birthMonth): "mois de naissance, ~mois",
        .role(.birthYear): "année de naissance, ~année",
        .role(.telephoneCountry): "indicatif, indicatif pays, indicatif du pays",
        .role(.address): "adresse postale, adresse complète",
        .role(.addressLine1):
            "rue, adresse ligne 1, ligne d adresse 1, voie, numéro et rue, numéro et nom de rue, n et rue",
        .role(.addressLine2): """
        complément d adresse, complément, adresse ligne 2, ligne d adresse 2, appartement, bâtiment, étage,
        complément adresse
        """,
        .role(.houseNumber): "numéro de rue, numéro de voie, n de rue",
        .role(.city): "ville, commune, localité",
        .role(.state): "région, département, province, canton",
        .role(.postalCode): "code postal, codepostal",
        .role(.country): "pays, pays de résidence, pays région",
        .mark(.new): "nouveau, nouvelle, choisir, choisissez, créer, créez",
        .mark(.current): "actuel, actuelle, ancien, ancienne",
        .mark(.repetition): "confirmer, confirmez, répéter, répétez, à nouveau, ressaisir, ressaisissez, confirmation",
        .mark(.newsletter): "lettre d information, s abonner, abonnez vous, infolettre",
        .mark(.ignored): """
        recherche, rechercher, code promo, code de réduction, bon de réduction, carte cadeau, message, commentaire,
        commentaires, objet, sujet, quantité, montant, question secrète, question de sécurité, réponse, remarque,
        nom de jeune fille, nom de naissance, surnom, parrainage, siret, siren
        """,
    ]
}
