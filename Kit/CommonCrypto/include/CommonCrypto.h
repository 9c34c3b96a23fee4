// The names of CommonCrypto that programs for Apple's systems use, as a C module: so Swift sees them with the types and the conversions of
// pointers that it has for Apple's. What they do is in Docs/drop-in-kit.md, how in ../Functions.
#ifndef CHATELAINE_COMMONCRYPTO_H
#define CHATELAINE_COMMONCRYPTO_H

#include "CommonCryptoError.h"
#include "CommonCryptor.h"
#include "CommonDigest.h"
#include "CommonHMAC.h"
#include "CommonKeyDerivation.h"
#include "CommonRandom.h"

#endif
