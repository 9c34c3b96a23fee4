// libsodium, for its Argon2id.
#pragma once
#include <sodium.h>
