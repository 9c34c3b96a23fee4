/// Keys that are too weak to be made, with what Python's `cryptography` made with them of the message “weak”.
enum WeakKeys {
    /// RSA of 512 bits.
    static let rsa = """
        3082013b020100024100bd38de92ba05fa56a106489714f2c868e96b93c36c987688cfc0f07677af767821f60cc0e20467a4
        3c618d91f516a4b222d2039a68622a462210227a3caa63230203010001024050f1b9eca45d1848e49b2e844ab6ccda6c37d3
        befe7e7dfe6a790ba471f0824985adda45c2519bb2c39933f4fcf9f85acb59d90d7ffed47794d144618cb63289022100fb5f
        8df992dac4f7fd241d9067b5ea307c592f6b0c2a3ae14f38e7a1840d5267022100c0b4770e90cbccf2b182dbdb1504450857
        7cff8c0b3f3a182bf25de05f58cbe5022052249f9876ccd6a0d3300219364ad404941df0c8e268ca64e6268a4ad58424f102
        21008d9e527ca6d6cf887001ee57040bfe3b92282f9998ce5f805213acffeeb2502d022100809fc6f065a52bd5930d6c9eba
        c71d8727d720e36268611352c1724fe8787689
        """
    /// PKCS #1 with SHA-256.
    static let rsaSignature = """
        4e3947c9c2a812ec3c06fae8ae2584f4bbbfaa98b5043bec311c5b57a17995bfa35727d93fe36fdc4da264a3dbdbbee8858c
        92d54fc244a3017fa8edb9b97b13
        """
    /// PKCS #1.
    static let rsaCiphertext = """
        7a7cd7baf50fa99fee1cd0809a7fa886482ef15cff4d6122838b2d037e5beb9f4c8d8cf2d7d8dc37e9e73089242f6372ce0a
        edca1b33615e71127c9b204f455e
        """
    /// On P-224.
    static let curve = """
        04cbf693b6402fcf683d90ec22b3be2488e2ace465f48fa4d825a3e301ee7ebf9914eba968dbc37dc3dce9211f606650a4e4
        6166c79b6b13f0bcd43cdf69aaf4bc45a5691402242f2d7e8e5944a1c8aee77b73dd21
        """
    /// X9.62 with SHA-256.
    static let curveSignature = """
        303d021d00fa74c9c4ca61e5ef3c67d08877e3fb129ac685d6bc509f2e63f95d03021c079b537b7aa34a35a2e3a53fb1aa6f
        34dc75f9cd88567ab0c28ace9e
        """
    /// ECIES with X9.63 and SHA-256, and the variable vector.
    static let curveCiphertext = """
        0481d00cbaf93a583dcd86f89cd841531769995d2ec8ae02c4b99c9cf279dd282ee9ef9a5db159a266bad37664d7da46f429
        1356dca2a4e66341867ea9ef347d48ae9b3452b2bed2292484430b
        """
}
