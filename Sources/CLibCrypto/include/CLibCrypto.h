// The functions of OpenSSL's libcrypto that are used, as a table that is filled when the library is loaded.
//
// The header declares OpenSSL's types without their contents and includes none of its headers, so that a program that is compiled against
// this package needs neither. CLibCrypto.c compares every line with OpenSSL's own headers.
// Specified in: the manual pages of OpenSSL 3.0, section 3.
#ifndef CHATELAINE_CLIBCRYPTO_H
#define CHATELAINE_CLIBCRYPTO_H

#include <stddef.h>
#include <stdint.h>

typedef struct bignum_st BIGNUM;
typedef struct bignum_ctx BN_CTX;
typedef struct bio_method_st BIO_METHOD;
typedef struct bio_st BIO;
typedef struct engine_st ENGINE;
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_kdf_ctx_st EVP_KDF_CTX;
typedef struct evp_kdf_st EVP_KDF;
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct MD5state_st MD5_CTX;
typedef struct SHAstate_st SHA_CTX;
typedef struct SHA256state_st SHA256_CTX;
typedef struct SHA512state_st SHA512_CTX;
typedef struct ossl_init_settings_st OPENSSL_INIT_SETTINGS;
typedef struct ossl_lib_ctx_st OSSL_LIB_CTX;
typedef struct ossl_provider_st OSSL_PROVIDER;
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_method_st SSL_METHOD;
typedef struct ssl_st SSL;
typedef struct stack_st OPENSSL_STACK;
typedef struct x509_st X509;
typedef struct x509_store_ctx_st X509_STORE_CTX;
typedef struct x509_store_st X509_STORE;
typedef struct X509_VERIFY_PARAM_st X509_VERIFY_PARAM;
struct stack_st_X509;

typedef int (*X509_STORE_CTX_check_issued_fn)(X509_STORE_CTX *, X509 *, X509 *);
typedef int (*X509_STORE_CTX_verify_cb)(int, X509_STORE_CTX *);

#define CLIBCRYPTO_PARAMETER_FIELDS \
    const char *key;                \
    unsigned int data_type;         \
    void *data;                     \
    size_t data_size;               \
    size_t return_size;

#ifndef OPENSSL_CORE_H
struct ossl_param_st {
    CLIBCRYPTO_PARAMETER_FIELDS
};
typedef struct ossl_param_st OSSL_PARAM;
#endif

/// The values of `data_type`, `OPENSSL_init_crypto`, `OPENSSL_info`, `EVP_PKEY_fromdata` and `EVP_CIPHER_CTX_ctrl` that are used.
enum {
    clibcrypto_integer = 1,
    clibcrypto_unsigned_integer = 2,
    clibcrypto_text = 4,
    clibcrypto_octets = 5,
    clibcrypto_no_configuration = 0x80,
    clibcrypto_no_exit_handler = 0x80000,
    clibcrypto_modules_directory = 1003,
    clibcrypto_public_key = 0x86,
    clibcrypto_key_pair = 0x87,
    clibcrypto_set_iv_length = 0x9,
    clibcrypto_get_tag = 0x10,
    clibcrypto_set_tag = 0x11,
    clibcrypto_constant_time = 0x04,
};

/// The values of X.509 that are used: flags of a verification, of extensions, of keys' usages, and errors.
enum {
    clibcrypto_check_policies = 0x80,
    clibcrypto_partial_chain = 0x80000,
    clibcrypto_no_time = 0x200000,
    clibcrypto_invalid = 0x80,
    clibcrypto_self_signed = 0x2000,
    clibcrypto_digital_signature = 0x80,
    clibcrypto_key_encipherment = 0x20,
    clibcrypto_key_agreement = 0x08,
    clibcrypto_key_sign = 0x04,
    clibcrypto_usage_server = 0x1,
    clibcrypto_usage_client = 0x2,
    clibcrypto_usage_mail = 0x4,
    clibcrypto_usage_code = 0x8,
    clibcrypto_usage_status = 0x20,
    clibcrypto_usage_time = 0x40,
    clibcrypto_usage_any = 0x100,
    clibcrypto_error_decrypt_signature = 4,
    clibcrypto_error_issuer_key = 6,
    clibcrypto_error_signature = 7,
    clibcrypto_error_too_long = 22,
    clibcrypto_error_path_length = 25,
    clibcrypto_error_no_sign = 32,
    clibcrypto_error_critical = 34,
    clibcrypto_error_proxy = 40,
    clibcrypto_error_extension = 41,
    clibcrypto_error_policy_extension = 42,
    clibcrypto_error_no_policy = 43,
    clibcrypto_error_permitted = 47,
    clibcrypto_error_excluded = 48,
    clibcrypto_error_subtree = 49,
    clibcrypto_error_constraint_type = 51,
    clibcrypto_error_constraint_syntax = 52,
    clibcrypto_error_name_syntax = 53,
    clibcrypto_error_authority = 79,
};

/// Calls F(result, name, (parameters)) for each function.
#define CLIBCRYPTO_FUNCTIONS(F)                                                                                            \
    F(int, OPENSSL_init_crypto, (uint64_t, const OPENSSL_INIT_SETTINGS *))                                                 \
    F(const char *, OPENSSL_info, (int))                                                                                   \
    F(OSSL_LIB_CTX *, OSSL_LIB_CTX_new, (void))                                                                            \
    F(void, OSSL_LIB_CTX_free, (OSSL_LIB_CTX *))                                                                           \
    F(OSSL_PROVIDER *, OSSL_PROVIDER_load, (OSSL_LIB_CTX *, const char *))                                                 \
    F(int, OSSL_PROVIDER_set_default_search_path, (OSSL_LIB_CTX *, const char *))                                          \
    F(int, ERR_set_mark, (void))                                                                                           \
    F(int, ERR_pop_to_mark, (void))                                                                                        \
    F(unsigned long, ERR_peek_last_error, (void))                                                                          \
    F(const char *, ERR_reason_error_string, (unsigned long))                                                              \
    F(EVP_MD *, EVP_MD_fetch, (OSSL_LIB_CTX *, const char *, const char *))                                                \
    F(void, EVP_MD_free, (EVP_MD *))                                                                                       \
    F(int, EVP_Digest, (const void *, size_t, unsigned char *, unsigned int *, const EVP_MD *, ENGINE *))                  \
    F(EVP_KDF *, EVP_KDF_fetch, (OSSL_LIB_CTX *, const char *, const char *))                                              \
    F(void, EVP_KDF_free, (EVP_KDF *))                                                                                     \
    F(EVP_KDF_CTX *, EVP_KDF_CTX_new, (EVP_KDF *))                                                                         \
    F(void, EVP_KDF_CTX_free, (EVP_KDF_CTX *))                                                                             \
    F(int, EVP_KDF_derive, (EVP_KDF_CTX *, unsigned char *, size_t, const OSSL_PARAM *))                                   \
    F(unsigned char *, EVP_Q_mac,                                                                                          \
        (OSSL_LIB_CTX *, const char *, const char *, const char *, const OSSL_PARAM *, const void *, size_t,               \
            const unsigned char *, size_t, unsigned char *, size_t, size_t *))                                             \
    F(int, EVP_BytesToKey,                                                                                                 \
        (const EVP_CIPHER *, const EVP_MD *, const unsigned char *, const unsigned char *, int, int, unsigned char *,      \
            unsigned char *))                                                                                              \
    F(EVP_CIPHER *, EVP_CIPHER_fetch, (OSSL_LIB_CTX *, const char *, const char *))                                        \
    F(void, EVP_CIPHER_free, (EVP_CIPHER *))                                                                               \
    F(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void))                                                                        \
    F(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *))                                                                       \
    F(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *, int, int, void *))                                                      \
    F(int, EVP_CIPHER_CTX_set_padding, (EVP_CIPHER_CTX *, int))                                                            \
    F(int, EVP_CipherInit_ex2,                                                                                             \
        (EVP_CIPHER_CTX *, const EVP_CIPHER *, const unsigned char *, const unsigned char *, int, const OSSL_PARAM *))     \
    F(int, EVP_CipherUpdate, (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int))                       \
    F(int, EVP_CipherFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *))                                                 \
    F(void, EVP_PKEY_free, (EVP_PKEY *))                                                                                   \
    F(EVP_PKEY *, d2i_AutoPrivateKey_ex,                                                                                   \
        (EVP_PKEY **, const unsigned char **, long, OSSL_LIB_CTX *, const char *))                                         \
    F(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, (OSSL_LIB_CTX *, const char *, const char *))                            \
    F(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_pkey, (OSSL_LIB_CTX *, EVP_PKEY *, const char *))                              \
    F(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *))                                                                           \
    F(int, EVP_PKEY_CTX_set_params, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                  \
    F(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *))                                                                         \
    F(int, EVP_PKEY_generate, (EVP_PKEY_CTX *, EVP_PKEY **))                                                               \
    F(int, EVP_PKEY_fromdata_init, (EVP_PKEY_CTX *))                                                                       \
    F(int, EVP_PKEY_fromdata, (EVP_PKEY_CTX *, EVP_PKEY **, int, OSSL_PARAM *))                                            \
    F(int, EVP_PKEY_get_params, (const EVP_PKEY *, OSSL_PARAM *))                                                          \
    F(int, EVP_PKEY_get_bits, (const EVP_PKEY *))                                                                          \
    F(int, EVP_PKEY_private_check, (EVP_PKEY_CTX *))                                                                       \
    F(int, EVP_PKEY_pairwise_check, (EVP_PKEY_CTX *))                                                                      \
    F(int, EVP_PKEY_sign_init_ex, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                    \
    F(int, EVP_PKEY_sign, (EVP_PKEY_CTX *, unsigned char *, size_t *, const unsigned char *, size_t))                      \
    F(int, EVP_PKEY_verify_init_ex, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                  \
    F(int, EVP_PKEY_verify, (EVP_PKEY_CTX *, const unsigned char *, size_t, const unsigned char *, size_t))                \
    F(int, EVP_PKEY_encrypt_init_ex, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                 \
    F(int, EVP_PKEY_encrypt, (EVP_PKEY_CTX *, unsigned char *, size_t *, const unsigned char *, size_t))                   \
    F(int, EVP_PKEY_decrypt_init_ex, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                 \
    F(int, EVP_PKEY_decrypt, (EVP_PKEY_CTX *, unsigned char *, size_t *, const unsigned char *, size_t))                   \
    F(int, EVP_PKEY_derive_init_ex, (EVP_PKEY_CTX *, const OSSL_PARAM *))                                                  \
    F(int, EVP_PKEY_derive_set_peer_ex, (EVP_PKEY_CTX *, EVP_PKEY *, int))                                                 \
    F(int, EVP_PKEY_derive, (EVP_PKEY_CTX *, unsigned char *, size_t *))                                                   \
    F(EVP_MD_CTX *, EVP_MD_CTX_new, (void))                                                                                \
    F(void, EVP_MD_CTX_free, (EVP_MD_CTX *))                                                                               \
    F(int, EVP_DigestSignInit_ex,                                                                                          \
        (EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *, const char *, EVP_PKEY *, const OSSL_PARAM *))       \
    F(int, EVP_DigestSign, (EVP_MD_CTX *, unsigned char *, size_t *, const unsigned char *, size_t))                       \
    F(int, EVP_DigestVerifyInit_ex,                                                                                        \
        (EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *, const char *, EVP_PKEY *, const OSSL_PARAM *))       \
    F(int, EVP_DigestVerify, (EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *, size_t))                 \
    F(BN_CTX *, BN_CTX_secure_new_ex, (OSSL_LIB_CTX *))                                                                    \
    F(void, BN_CTX_free, (BN_CTX *))                                                                                       \
    F(BIGNUM *, BN_new, (void))                                                                                            \
    F(BIGNUM *, BN_bin2bn, (const unsigned char *, int, BIGNUM *))                                                         \
    F(int, BN_bn2binpad, (const BIGNUM *, unsigned char *, int))                                                           \
    F(void, BN_clear_free, (BIGNUM *))                                                                                     \
    F(void, BN_set_flags, (BIGNUM *, int))                                                                                 \
    F(int, BN_cmp, (const BIGNUM *, const BIGNUM *))                                                                       \
    F(int, BN_is_one, (const BIGNUM *))                                                                                    \
    F(int, BN_mul, (BIGNUM *, const BIGNUM *, const BIGNUM *, BN_CTX *))                                                   \
    F(int, BN_nnmod, (BIGNUM *, const BIGNUM *, const BIGNUM *, BN_CTX *))                                                 \
    F(int, BN_sub_word, (BIGNUM *, unsigned long))                                                                         \
    F(X509 *, X509_new_ex, (OSSL_LIB_CTX *, const char *))                                                                 \
    F(X509 *, d2i_X509, (X509 **, const unsigned char **, long))                                                           \
    F(void, X509_free, (X509 *))                                                                                           \
    F(EVP_PKEY *, X509_get0_pubkey, (const X509 *))                                                                        \
    F(int, X509_check_issued, (X509 *, X509 *))                                                                            \
    F(int, X509_verify, (X509 *, EVP_PKEY *))                                                                              \
    F(uint32_t, X509_get_extension_flags, (X509 *))                                                                        \
    F(uint32_t, X509_get_key_usage, (X509 *))                                                                              \
    F(uint32_t, X509_get_extended_key_usage, (X509 *))                                                                     \
    F(X509_STORE *, X509_STORE_new, (void))                                                                                \
    F(void, X509_STORE_free, (X509_STORE *))                                                                               \
    F(int, X509_STORE_add_cert, (X509_STORE *, X509 *))                                                                    \
    F(void, X509_STORE_set_check_issued, (X509_STORE *, X509_STORE_CTX_check_issued_fn))                                   \
    F(X509_STORE_CTX *, X509_STORE_CTX_new_ex, (OSSL_LIB_CTX *, const char *))                                             \
    F(void, X509_STORE_CTX_free, (X509_STORE_CTX *))                                                                       \
    F(int, X509_STORE_CTX_init, (X509_STORE_CTX *, X509_STORE *, X509 *, struct stack_st_X509 *))                          \
    F(X509_VERIFY_PARAM *, X509_STORE_CTX_get0_param, (const X509_STORE_CTX *))                                            \
    F(void, X509_STORE_CTX_set_verify_cb, (X509_STORE_CTX *, X509_STORE_CTX_verify_cb))                                    \
    F(int, X509_STORE_CTX_get_error, (const X509_STORE_CTX *))                                                             \
    F(int, X509_STORE_CTX_get_error_depth, (const X509_STORE_CTX *))                                                       \
    F(int, X509_STORE_CTX_set_ex_data, (X509_STORE_CTX *, int, void *))                                                    \
    F(void *, X509_STORE_CTX_get_ex_data, (const X509_STORE_CTX *, int))                                                   \
    F(struct stack_st_X509 *, X509_STORE_CTX_get0_chain, (const X509_STORE_CTX *))                                         \
    F(int, X509_VERIFY_PARAM_set_flags, (X509_VERIFY_PARAM *, unsigned long))                                              \
    F(void, X509_VERIFY_PARAM_set_depth, (X509_VERIFY_PARAM *, int))                                                       \
    F(void, X509_VERIFY_PARAM_set_auth_level, (X509_VERIFY_PARAM *, int))                                                  \
    F(int, X509_verify_cert, (X509_STORE_CTX *))                                                                           \
    F(const char *, X509_verify_cert_error_string, (long))                                                                 \
    F(OPENSSL_STACK *, OPENSSL_sk_new_null, (void))                                                                        \
    F(int, OPENSSL_sk_push, (OPENSSL_STACK *, const void *))                                                               \
    F(int, OPENSSL_sk_num, (const OPENSSL_STACK *))                                                                        \
    F(void *, OPENSSL_sk_value, (const OPENSSL_STACK *, int))                                                              \
    F(void, OPENSSL_sk_free, (OPENSSL_STACK *))                                                                            \
    F(int, EVP_PKEY_is_a, (const EVP_PKEY *, const char *))

/// The table of functions: one pointer for each, in the order of their names.
struct clibcrypto_functions {
#define CLIBCRYPTO_POINTER(result, name, parameters) result (*name) parameters;
    CLIBCRYPTO_FUNCTIONS(CLIBCRYPTO_POINTER)
#undef CLIBCRYPTO_POINTER
};

/// Returns the name of a function by its position in the table; NULL after the last.
const char *clibcrypto_name(int position);

/// Calls F(result, name, (parameters)) for each function of the hash functions whose state is a value: it may be copied, and needs no
/// release. OpenSSL 3.0 has them, and advises against them; a libcrypto that was built without is good enough for keys, so they are in a table
/// of their own.
#define CLIBCRYPTO_PLAIN_FUNCTIONS(F)                          \
    F(int, MD5_Init, (MD5_CTX *))                              \
    F(int, MD5_Update, (MD5_CTX *, const void *, size_t))      \
    F(int, MD5_Final, (unsigned char *, MD5_CTX *))            \
    F(int, SHA1_Init, (SHA_CTX *))                             \
    F(int, SHA1_Update, (SHA_CTX *, const void *, size_t))     \
    F(int, SHA1_Final, (unsigned char *, SHA_CTX *))           \
    F(int, SHA224_Init, (SHA256_CTX *))                        \
    F(int, SHA224_Update, (SHA256_CTX *, const void *, size_t)) \
    F(int, SHA224_Final, (unsigned char *, SHA256_CTX *))      \
    F(int, SHA256_Init, (SHA256_CTX *))                        \
    F(int, SHA256_Update, (SHA256_CTX *, const void *, size_t)) \
    F(int, SHA256_Final, (unsigned char *, SHA256_CTX *))      \
    F(int, SHA384_Init, (SHA512_CTX *))                        \
    F(int, SHA384_Update, (SHA512_CTX *, const void *, size_t)) \
    F(int, SHA384_Final, (unsigned char *, SHA512_CTX *))      \
    F(int, SHA512_Init, (SHA512_CTX *))                        \
    F(int, SHA512_Update, (SHA512_CTX *, const void *, size_t)) \
    F(int, SHA512_Final, (unsigned char *, SHA512_CTX *))

/// The table of these functions.
struct clibcrypto_plain_functions {
#define CLIBCRYPTO_POINTER(result, name, parameters) result (*name) parameters;
    CLIBCRYPTO_PLAIN_FUNCTIONS(CLIBCRYPTO_POINTER)
#undef CLIBCRYPTO_POINTER
};

/// Returns the name of such a function by its position in the table; NULL after the last.
const char *clibcrypto_plain_name(int position);

/// Calls F(result, name, (parameters)) for each function of libssl that is used, and of libcrypto for it. They are in a table of their own,
/// because keys need no libssl.
#define CLIBCRYPTO_TLS_FUNCTIONS(F)                                                     \
    F(const SSL_METHOD *, TLS_client_method, (void))                                    \
    F(SSL_CTX *, SSL_CTX_new_ex, (OSSL_LIB_CTX *, const char *, const SSL_METHOD *))    \
    F(void, SSL_CTX_free, (SSL_CTX *))                                                  \
    F(SSL *, SSL_new, (SSL_CTX *))                                                      \
    F(void, SSL_free, (SSL *))                                                          \
    F(void, SSL_set_bio, (SSL *, BIO *, BIO *))                                         \
    F(long, SSL_ctrl, (SSL *, int, long, void *))                                       \
    F(int, SSL_connect, (SSL *))                                                        \
    F(int, SSL_get_error, (const SSL *, int))                                           \
    F(struct stack_st_X509 *, SSL_get_peer_cert_chain, (const SSL *))                   \
    F(BIO *, BIO_new, (const BIO_METHOD *))                                             \
    F(int, BIO_free, (BIO *))                                                           \
    F(const BIO_METHOD *, BIO_s_mem, (void))                                            \
    F(int, BIO_read, (BIO *, void *, int))                                              \
    F(int, BIO_write, (BIO *, const void *, int))                                       \
    F(int, i2d_X509, (const X509 *, unsigned char **))

/// The table of these functions.
struct clibcrypto_tls_functions {
#define CLIBCRYPTO_POINTER(result, name, parameters) result (*name) parameters;
    CLIBCRYPTO_TLS_FUNCTIONS(CLIBCRYPTO_POINTER)
#undef CLIBCRYPTO_POINTER
};

/// Returns the name of such a function by its position in the table; NULL after the last.
const char *clibcrypto_tls_name(int position);

/// The values of `SSL_ctrl` and `SSL_get_error` that are used.
enum {
    clibcrypto_set_host_name = 55,
    clibcrypto_request_status = 65,
    clibcrypto_get_status = 70,
    clibcrypto_status_of_certificate = 1,
    clibcrypto_wants_read = 2,
    clibcrypto_wants_write = 3,
};

/// Sizes in bytes that are enough for a state of MD5, SHA-1, SHA-224 and SHA-256, and of SHA-384 and SHA-512.
enum {
    clibcrypto_plain_state = 128,
    clibcrypto_long_plain_state = 256,
};

#endif
