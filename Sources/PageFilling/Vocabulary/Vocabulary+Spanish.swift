extension Vocabulary {
    static let spanish: [Hint: String] = [
        .role(.username): """
        ~usuario, nombre de usuario, nombre usuario, identificador, número de cliente, número de socio,
        usuario o correo, dni usuario
        """,
        .role(.email):
            "correo electrónico, correo, dirección de correo, dirección de correo electrónico, email usuario",
        .role(.telephone): """
        teléfono, móvil, celular, número de teléfono, número de móvil, número de celular, teléfono móvil
        """,
        .role(.password): "contraseña, clave, clave de acceso, contrasena",
        .role(.oneTimeCode): """
        código de verificación, código de un solo uso, código de confirmación, código sms, código de acceso,
        código de autenticación, clave dinámica, ~código
        """,
        .role(.cardNumber):
            "número de tarjeta, número de la tarjeta, tarjeta de crédito, número tarjeta, nº de tarjeta",
        .role(.cardholder): """
        titular de la tarjeta, titular, nombre en la tarjeta, nombre del titular, nombre que aparece en la tarjeta
        """,
        .role(.cardType): "tipo de tarjeta",
        .role(.expiry): """
        fecha de caducidad, caducidad, fecha de vencimiento, vencimiento, fecha de expiración, válida hasta, expira
        """,
        .role(.expiryMonth): "mes de caducidad, mes de vencimiento, mes de expiración",
        .role(.expiryYear): "año de caducidad, año de vencimiento, año de expiración",
        .role(.securityCode):
            "código de seguridad, código cvv, código de la tarjeta, código de seguridad de la tarjeta",
        .role(.namePrefix): "tratamiento, =título",
        .role(.firstName): "primer nombre, nombre de pila, nombres",
        .role(.middleName): "segundo nombre",
        .role(.lastName): "apellido, apellidos, primer apellido",
        .role(.fullName): "nombre completo, nombre y apellidos, nombre y apellido, ~nombre",
        .role(.company): "empresa, compañía, organización, razón social, nombre de la empresa",
        .role(.department): "departamento empresa",
        .role(.jobTitle): "cargo, puesto, profesión",
        .role(.sex): "sexo, género",
        .role(.birthDate): "fecha de nacimiento, nacimiento",
        .role(.birthDay): "día de nacimiento, ~día",
        .role(.birthMonth): "mes de nacimiento, ~mes",
        .role(.birthYear): "año de nacimiento, ~año",
        .role(.telephoneCountry): "código de país, prefijo internacional",
        .role(.address): "dirección completa, domicilio, ~dirección",
        .role(.addressLine1): "calle, dirección 1, línea de dirección 1, dirección línea 1, vía, calle y número",
        .role(.addressLine2): """
        dirección 2, línea de dirección 2, dirección línea 2, piso, puerta, apartamento, escalera, piso y puerta,
        información adicional
        """,
        .role(.houseNumber): "número de casa, número de calle, número exterior",
        .role(.city): "ciudad, población, localidad, municipio",
        .role(.state): "provincia, estado, comunidad autónoma, región, departamento",
        .role(.postalCode): "código postal, cp, c p",
        .role(.country): "país, país de residencia, país región",
        .mark(.new): "nueva, nuevo, elige, crea, crear",
        .mark(.current): "actual, antigua, anterior",
        .mark(.repetition):
            "confirmar, confirma, repetir, repite, de nuevo, otra vez, confirme, verificar, confirmación",
        .mark(.newsletter): "boletín, suscribirse, suscríbete, suscripción",
        .mark(.ignored): """
        buscar, búsqueda, busca, cupón, código promocional, código de descuento, tarjeta regalo, mensaje,
        comentario, comentarios, asunto, cantidad, importe, pregunta de seguridad, respuesta, segundo apellido,
        cif, nota, notas, apodo, vale
        """,
    ]
}
