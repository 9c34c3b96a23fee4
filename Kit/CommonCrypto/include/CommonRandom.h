#ifndef CHATELAINE_COMMONRANDOM_H
#define CHATELAINE_COMMONRANDOM_H

#include "CommonCryptoError.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef CCCryptorStatus CCRNGStatus;

extern CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
