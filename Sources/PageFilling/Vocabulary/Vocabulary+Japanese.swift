extension Vocabulary {
    static let japanese: [Hint: String] = [
        .role(.username): """
        ユーザー名, ユーザ名, ユーザーID, ユーザID, ログインID, 会員番号, 会員ID, お客様番号, お客様ID, アカウント名, ~ID, ~アカウント
        """,
        .role(.email): "メールアドレス, メール, Eメール, Eメールアドレス, 電子メール",
        .role(.telephone): "電話番号, 電話, 携帯電話番号, 携帯電話, 携帯番号, ご連絡先電話番号",
        .role(.password): "パスワード, 暗証番号",
        .role(.oneTimeCode): """
        認証コード, 確認コード, ワンタイムパスワード, ワンタイムコード, 認証番号, SMS認証コード, 二段階認証コード, ワンタイム, ~コード
        """,
        .role(.cardNumber): "カード番号, クレジットカード番号, クレジットカード",
        .role(.cardholder): "カード名義, カード名義人, 名義人, カード名義人名, カードの名義",
        .role(.cardType): "カード種別, カードの種類, カード会社",
        .role(.expiry): "有効期限, カード有効期限",
        .role(.expiryMonth): "有効期限月, 有効期限(月)",
        .role(.expiryYear): "有効期限年, 有効期限(年)",
        .role(.securityCode): "セキュリティコード, セキュリティーコード, カード確認番号",
        .role(.namePrefix): "敬称",
        .role(.firstName): "名(漢字), お名前(名), 氏名(名), =名",
        .role(.lastName): "姓, 苗字, 名字, お名前(姓), 氏名(姓)",
        .role(.fullName): "氏名, お名前, 名前, 姓名, ご氏名, 受取人",
        .role(.company): "会社名, 会社, 法人名, 勤務先, 団体名, 組織名",
        .role(.department): "部署, 部署名",
        .role(.jobTitle): "役職, 職業",
        .role(.sex): "性別",
        .role(.birthDate): "生年月日, 誕生日",
        .role(.birthDay): "生年月日(日), =日",
        .role(.birthMonth): "生まれ月, 生年月日(月), =月",
        .role(.birthYear): "生まれ年, 生年, 生年月日(年), =年",
        .role(.telephoneCountry): "国番号, 国コード",
        .role(.address): "住所, ご住所",
        .role(.addressLine1): "番地, 町名番地, 住所1, 町名・番地, 丁目番地",
        .role(.addressLine2): "建物名, 住所2, マンション名, 建物名・部屋番号, 部屋番号, アパート",
        .role(.city): "市区町村, 市町村, 市区郡",
        .role(.state): "都道府県, 県",
        .role(.postalCode): "郵便番号",
        .role(.country): "国, 国名, 国・地域, 国/地域",
        .mark(.new): "新しい, 新規, 新, 新パスワード",
        .mark(.current): "現在の, 現在, 旧, 今の",
        .mark(.repetition): "確認, もう一度, 再入力, 確認用, 再度",
        .mark(.newsletter): "メールマガジン, メルマガ, 購読",
        .mark(.ignored): """
        検索, キーワード, クーポン, クーポンコード, ギフト, ギフトカード, メッセージ, コメント, 件名, 数量, 金額, 秘密の質問, 答え, 備考, フリガナ, ふりがな, カナ, セイ, メイ,
        お問い合わせ内容, ニックネーム, 画像認証, FAX番号
        """,
    ]
}
