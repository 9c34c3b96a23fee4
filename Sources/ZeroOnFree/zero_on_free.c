#define _GNU_SOURCE
#include "ZeroOnFree.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_OWN_ALLOCATOR
#endif
#endif

#if defined(__linux__) && !defined(HAS_OWN_ALLOCATOR)

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The allocator stays the one in use: the C library's, or one that is preloaded. Only the two functions that free memory are
// interposed. The C library and all other libraries call them by name, so that a program's own definitions come first ("Replacing
// malloc" in the manual of the GNU C library).

static atomic_bool is_enabled;
static void (*_Atomic next_free)(void *);
static void *(*_Atomic next_realloc)(void *, size_t);

// Several threads may run this at the same time: they find the same functions.
static void find_next(void) {
    static _Thread_local bool is_finding;
    if (is_finding) return;
    is_finding = true;
    next_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    is_finding = false;
}

void free(void *memory) {
    if (!memory) return;
    if (!next_free) find_next();
    void (*next)(void *) = next_free;
    // Reached only for memory that dlsym itself frees while it looks for the function: this memory is leaked.
    if (!next) return;
    if (atomic_load_explicit(&is_enabled, memory_order_relaxed)) {
        int saved = errno;
        explicit_bzero(memory, malloc_usable_size(memory));
        errno = saved;
    }
    next(memory);
}

void *realloc(void *memory, size_t size) {
    if (!next_realloc) find_next();
    void *(*next)(void *, size_t) = next_realloc;
    if (!next) return NULL;
    if (!memory || !atomic_load_explicit(&is_enabled, memory_order_relaxed)) return next(memory, size);
    if (size == 0) {
        free(memory);
        return NULL;
    }
    // The allocator's realloc would free moved blocks and cut-off ends without wiping them.
    size_t present = malloc_usable_size(memory);
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, memory, size < present ? size : present);
    free(memory);
    return moved;
}

bool zero_on_free_enable(void) {
    is_enabled = true;
    return dlsym(RTLD_DEFAULT, "free") == (void *)free;
}

#else

bool zero_on_free_enable(void) { return false; }

#endif
