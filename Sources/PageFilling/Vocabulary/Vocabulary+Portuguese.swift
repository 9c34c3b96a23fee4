extension Vocabulary {
    static let portuguese: [Hint: String] = [
        .role(.username): """
        ~usuário, ~utilizador, nome de usuário, nome de utilizador, nome do usuário, identificação, número de cliente,
        login do usuário, cpf ou e mail, e mail ou cpf
        """,
        .role(.email):
            "correio eletrônico, correio eletrónico, endereço de e mail, endereço de email, e mail do usuário",
        .role(.telephone): """
        telefone, celular, telemóvel, número de telefone, número de celular, número de telemóvel, telefone celular
        """,
        .role(.password): "senha, palavra passe, palavra chave",
        .role(.oneTimeCode): """
        código de verificação, código de uso único, código de confirmação, código de acesso único,
        código de autenticação, código de segurança sms
        """,
        .role(.cardNumber): """
        número do cartão, número de cartão, cartão de crédito, número do cartão de crédito, nº do cartão
        """,
        .role(.cardholder): """
        titular do cartão, nome no cartão, nome impresso no cartão, nome do titular, nome como no cartão
        """,
        .role(.cardType): "tipo de cartão, bandeira, bandeira do cartão",
        .role(.expiry): "validade, data de validade, data de expiração, vencimento do cartão, válido até",
        .role(.expiryMonth): "mês de validade, mês de expiração, mês de vencimento",
        .role(.expiryYear): "ano de validade, ano de expiração, ano de vencimento",
        .role(.securityCode): "código de segurança, código do cartão, código de segurança do cartão",
        .role(.namePrefix): "forma de tratamento, pronome de tratamento",
        .role(.firstName): "primeiro nome, nome próprio",
        .role(.middleName): "nome do meio",
        .role(.lastName): "sobrenome, apelido, último nome",
        .role(.fullName): "nome completo, nome e sobrenome, seu nome, ~nome",
        .role(.company): "empresa, organização, razão social, nome da empresa",
        .role(.department): "setor",
        .role(.jobTitle): "cargo, profissão, ocupação",
        .role(.sex): "sexo, gênero, género",
        .role(.birthDate): "data de nascimento, nascimento",
        .role(.birthDay): "dia de nascimento, ~dia",
        .role(.birthMonth): "mês de nascimento, ~mês",
        .role(.birthYear): "ano de nascimento, ~ano",
        .role(.telephoneCountry): "código do país, ddi",
        .role(.address): "morada, endereço completo, ~endereço",
        .role(.addressLine1): "rua, logradouro, avenida, endereço 1, endereço linha 1, linha de endereço 1",
        .role(.addressLine2): "complemento, endereço 2, endereço linha 2, linha de endereço 2, andar, bloco",
        .role(.houseNumber): "número da casa, número do endereço, número da rua",
        .role(.city): "cidade, município, localidade",
        .role(.state): "estado, uf, província, distrito",
        .role(.postalCode): "cep, código postal",
        .role(.country): "país, país de residência",
        .mark(.new): "nova, novo, criar, crie, escolha",
        .mark(.current): "atual, antiga, anterior",
        .mark(.repetition): "confirmar, confirme, repetir, repita, novamente, confirmação",
        .mark(.newsletter): "boletim, inscreva se, assinar newsletter",
        .mark(.ignored): """
        pesquisar, pesquisa, buscar, busca, cupom, código promocional, cartão presente, mensagem, comentário,
        comentários, assunto, quantidade, valor, pergunta de segurança, resposta, observação, bairro
        """,
    ]
}
