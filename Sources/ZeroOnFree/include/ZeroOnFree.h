// Overwrites memory when it is freed.
//
// The keychain itself wipes keys, passcodes and secrets. Attributes that name an item (account, service, label) are handed to a
// program as strings, whose memory Swift frees without wiping. A program that links this module and calls the function below before it
// opens a keychain leaves none of them in freed memory either: all memory that is freed in the process is zeroed first.
#ifndef CHATELAINE_ZERO_ON_FREE_H
#define CHATELAINE_ZERO_ON_FREE_H

#include <stdbool.h>

/// Overwrites with zeros, from now on, all memory that this process frees, no matter which code allocated it.
///
/// Costs the time to overwrite it, a few nanoseconds for most blocks. Memory that was freed before the call,
/// stacks and registers are not overwritten.
///
/// Returns whether overwriting is in effect. False in a program built with a sanitizer, which has an allocator of its own, and
/// if this module is not part of the program itself but of a library that it loads.
bool zero_on_free_enable(void);

#endif
