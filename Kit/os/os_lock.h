#ifndef CHATELAINE_OS_LOCK_H
#define CHATELAINE_OS_LOCK_H

#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// A lock in one word, on Linux's futex: 0 free, 1 held, 2 held with possible waiters.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

static inline bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t expected = 0;
    return __atomic_compare_exchange_n(&lock->_os_unfair_lock_opaque, &expected, 1, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

static inline void os_unfair_lock_lock(os_unfair_lock_t lock) {
    if (os_unfair_lock_trylock(lock)) return;
    while (__atomic_exchange_n(&lock->_os_unfair_lock_opaque, 2, __ATOMIC_ACQUIRE) != 0) {
        // Returns at once if the word is no longer 2, and sometimes without a reason: the loop checks again.
        syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAIT_PRIVATE, 2, (void *)0, (void *)0, 0);
    }
}

static inline void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if (__atomic_exchange_n(&lock->_os_unfair_lock_opaque, 0, __ATOMIC_RELEASE) == 2) {
        syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAKE_PRIVATE, 1, (void *)0, (void *)0, 0);
    }
}

#endif
