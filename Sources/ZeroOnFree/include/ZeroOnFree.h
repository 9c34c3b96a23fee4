// Overwrites memory when it is freed.
//
// Keys, passcodes and secrets are wiped by the keychain itself. What names an item (account, service, label) is handed to a
// program as strings, whose memory Swift frees as it is. A program that links this module and calls the function below
// before it opens a keychain leaves nothing of them behind either: whatever is freed in the process is zeroed first.
#ifndef CHATELAINE_ZERO_ON_FREE_H
#define CHATELAINE_ZERO_ON_FREE_H

#include <stdbool.h>

/// From now on, all memory that this process frees is overwritten with zeros, by whomever it was allocated.
///
/// Costs the time to overwrite it, a few nanoseconds for most of what a program frees. Memory that was freed before the call,
/// stacks and registers are not overwritten.
///
/// Returns whether it is so. False in a program built with a sanitizer, which has an allocator of its own, and where this
/// module is not part of the program itself but of a library that it loads.
bool zero_on_free_enable(void);

#endif
