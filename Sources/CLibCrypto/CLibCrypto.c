// The functions of the hash functions with a plain state are named here, and not called.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/md5.h>
#include <openssl/provider.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/stack.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "CLibCrypto.h"

// A declaration of ours that differs from OpenSSL's does not compile.
#define EQUAL(result, name, parameters) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(&name), result(*) parameters), #name);
CLIBCRYPTO_FUNCTIONS(EQUAL)
CLIBCRYPTO_PLAIN_FUNCTIONS(EQUAL)
CLIBCRYPTO_TLS_FUNCTIONS(EQUAL)

struct parameter {
    CLIBCRYPTO_PARAMETER_FIELDS
};
#define SAME_FIELD(field)                                                                                     \
    _Static_assert(offsetof(struct parameter, field) == offsetof(OSSL_PARAM, field) &&                        \
        __builtin_types_compatible_p(__typeof__(((struct parameter *)0)->field), __typeof__(((OSSL_PARAM *)0)->field)), \
        #field);
SAME_FIELD(key)
SAME_FIELD(data_type)
SAME_FIELD(data)
SAME_FIELD(data_size)
SAME_FIELD(return_size)
_Static_assert(sizeof(struct parameter) == sizeof(OSSL_PARAM), "OSSL_PARAM");

#define SAME_VALUE(ours, theirs) _Static_assert((ours) == (theirs), #theirs);
SAME_VALUE(clibcrypto_integer, OSSL_PARAM_INTEGER)
SAME_VALUE(clibcrypto_unsigned_integer, OSSL_PARAM_UNSIGNED_INTEGER)
SAME_VALUE(clibcrypto_text, OSSL_PARAM_UTF8_STRING)
SAME_VALUE(clibcrypto_octets, OSSL_PARAM_OCTET_STRING)
SAME_VALUE(clibcrypto_no_configuration, OPENSSL_INIT_NO_LOAD_CONFIG)
SAME_VALUE(clibcrypto_no_exit_handler, OPENSSL_INIT_NO_ATEXIT)
SAME_VALUE(clibcrypto_modules_directory, OPENSSL_INFO_MODULES_DIR)
SAME_VALUE(clibcrypto_public_key, EVP_PKEY_PUBLIC_KEY)
SAME_VALUE(clibcrypto_key_pair, EVP_PKEY_KEYPAIR)
SAME_VALUE(clibcrypto_set_iv_length, EVP_CTRL_AEAD_SET_IVLEN)
SAME_VALUE(clibcrypto_get_tag, EVP_CTRL_AEAD_GET_TAG)
SAME_VALUE(clibcrypto_set_tag, EVP_CTRL_AEAD_SET_TAG)
SAME_VALUE(clibcrypto_constant_time, BN_FLG_CONSTTIME)
SAME_VALUE(clibcrypto_check_policies, X509_V_FLAG_POLICY_CHECK)
SAME_VALUE(clibcrypto_partial_chain, X509_V_FLAG_PARTIAL_CHAIN)
SAME_VALUE(clibcrypto_no_time, X509_V_FLAG_NO_CHECK_TIME)
SAME_VALUE(clibcrypto_invalid, EXFLAG_INVALID)
SAME_VALUE(clibcrypto_self_signed, EXFLAG_SS)
SAME_VALUE(clibcrypto_digital_signature, KU_DIGITAL_SIGNATURE)
SAME_VALUE(clibcrypto_key_encipherment, KU_KEY_ENCIPHERMENT)
SAME_VALUE(clibcrypto_key_agreement, KU_KEY_AGREEMENT)
SAME_VALUE(clibcrypto_key_sign, KU_KEY_CERT_SIGN)
SAME_VALUE(clibcrypto_usage_server, XKU_SSL_SERVER)
SAME_VALUE(clibcrypto_usage_client, XKU_SSL_CLIENT)
SAME_VALUE(clibcrypto_usage_mail, XKU_SMIME)
SAME_VALUE(clibcrypto_usage_code, XKU_CODE_SIGN)
SAME_VALUE(clibcrypto_usage_status, XKU_OCSP_SIGN)
SAME_VALUE(clibcrypto_usage_time, XKU_TIMESTAMP)
SAME_VALUE(clibcrypto_usage_any, XKU_ANYEKU)
SAME_VALUE(clibcrypto_error_decrypt_signature, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE)
SAME_VALUE(clibcrypto_error_issuer_key, X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY)
SAME_VALUE(clibcrypto_error_signature, X509_V_ERR_CERT_SIGNATURE_FAILURE)
SAME_VALUE(clibcrypto_error_too_long, X509_V_ERR_CERT_CHAIN_TOO_LONG)
SAME_VALUE(clibcrypto_error_path_length, X509_V_ERR_PATH_LENGTH_EXCEEDED)
SAME_VALUE(clibcrypto_error_no_sign, X509_V_ERR_KEYUSAGE_NO_CERTSIGN)
SAME_VALUE(clibcrypto_error_critical, X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION)
SAME_VALUE(clibcrypto_error_proxy, X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED)
SAME_VALUE(clibcrypto_error_extension, X509_V_ERR_INVALID_EXTENSION)
SAME_VALUE(clibcrypto_error_policy_extension, X509_V_ERR_INVALID_POLICY_EXTENSION)
SAME_VALUE(clibcrypto_error_no_policy, X509_V_ERR_NO_EXPLICIT_POLICY)
SAME_VALUE(clibcrypto_error_permitted, X509_V_ERR_PERMITTED_VIOLATION)
SAME_VALUE(clibcrypto_error_excluded, X509_V_ERR_EXCLUDED_VIOLATION)
SAME_VALUE(clibcrypto_error_subtree, X509_V_ERR_SUBTREE_MINMAX)
SAME_VALUE(clibcrypto_error_constraint_type, X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE)
SAME_VALUE(clibcrypto_error_constraint_syntax, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX)
SAME_VALUE(clibcrypto_error_name_syntax, X509_V_ERR_UNSUPPORTED_NAME_SYNTAX)
SAME_VALUE(clibcrypto_error_authority, X509_V_ERR_INVALID_CA)
SAME_VALUE(clibcrypto_set_host_name, SSL_CTRL_SET_TLSEXT_HOSTNAME)
SAME_VALUE(clibcrypto_request_status, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE)
SAME_VALUE(clibcrypto_get_status, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP)
SAME_VALUE(clibcrypto_status_of_certificate, TLSEXT_STATUSTYPE_ocsp)
SAME_VALUE(clibcrypto_wants_read, SSL_ERROR_WANT_READ)
SAME_VALUE(clibcrypto_wants_write, SSL_ERROR_WANT_WRITE)

// States of these sizes are aligned like a number of 64 bits.
#define FITS(state, size) _Static_assert(sizeof(state) <= (size) && _Alignof(state) <= _Alignof(uint64_t), #state);
FITS(MD5_CTX, clibcrypto_plain_state)
FITS(SHA_CTX, clibcrypto_plain_state)
FITS(SHA256_CTX, clibcrypto_plain_state)
FITS(SHA512_CTX, clibcrypto_long_plain_state)

#define NAME(result, name, parameters) #name,
const char *clibcrypto_name(int position) {
    static const char *const names[] = {CLIBCRYPTO_FUNCTIONS(NAME)};
    _Static_assert(sizeof(names) == sizeof(struct clibcrypto_functions), "a name for each pointer");
    return position < (int)(sizeof(names) / sizeof(*names)) ? names[position] : NULL;
}

const char *clibcrypto_plain_name(int position) {
    static const char *const names[] = {CLIBCRYPTO_PLAIN_FUNCTIONS(NAME)};
    _Static_assert(sizeof(names) == sizeof(struct clibcrypto_plain_functions), "a name for each pointer");
    return position < (int)(sizeof(names) / sizeof(*names)) ? names[position] : NULL;
}

const char *clibcrypto_tls_name(int position) {
    static const char *const names[] = {CLIBCRYPTO_TLS_FUNCTIONS(NAME)};
    _Static_assert(sizeof(names) == sizeof(struct clibcrypto_tls_functions), "a name for each pointer");
    return position < (int)(sizeof(names) / sizeof(*names)) ? names[position] : NULL;
}
