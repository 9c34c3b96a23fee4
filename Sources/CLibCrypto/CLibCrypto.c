// The functions of the hash functions with a plain state are named here, and not called.
#define OPENSSL_SUPPRESS_DEPRECATED
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

#include "CLibCrypto.h"

// A declaration of ours that differs from OpenSSL's does not compile.
#define EQUAL(result, name, parameters) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(&name), result(*) parameters), #name);
CLIBCRYPTO_FUNCTIONS(EQUAL)
CLIBCRYPTO_PLAIN_FUNCTIONS(EQUAL)

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
