#ifndef CHATELAINE_COMMONHMAC_H
#define CHATELAINE_COMMONHMAC_H

#include "CommonDigest.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    kCCHmacAlgSHA1 = 0,
    kCCHmacAlgMD5 = 1,
    kCCHmacAlgSHA256 = 2,
    kCCHmacAlgSHA384 = 3,
    kCCHmacAlgSHA512 = 4,
    kCCHmacAlgSHA224 = 5,
};
typedef uint32_t CCHmacAlgorithm;

// A value like the states of hash functions: the algorithm, and the states of the inner and the outer hash.
typedef struct {
    CC_LONG64 algorithm;
    CC_LONG64 inner[32];
    CC_LONG64 outer[32];
} CCHmacContext;

extern void CCHmacInit(CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength);
extern void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength);
extern void CCHmacFinal(CCHmacContext *ctx, void *macOut);
extern void CCHmac(
    CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength, void *macOut);

#ifdef __cplusplus
}
#endif

#endif
