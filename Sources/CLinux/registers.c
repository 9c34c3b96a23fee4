#include "CLinux.h"

// By the calling conventions of x86-64 and AArch64 a caller keeps nothing in these registers (of AArch64's v8 to v15, the lower halves). The
// functions have no vector values of their own.

#if defined(__x86_64__)

#define EACH_OF_THE_FIRST(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
#define EACH_OF_AVX512(F) F(16) F(17) F(18) F(19) F(20) F(21) F(22) F(23) F(24) F(25) F(26) F(27) F(28) F(29) F(30) F(31)

#define CLEAR_XMM(NUMBER) "pxor %%xmm" #NUMBER ", %%xmm" #NUMBER "\n\t"
#define CLEAR_ZMM(NUMBER) "vpxorq %%zmm" #NUMBER ", %%zmm" #NUMBER ", %%zmm" #NUMBER "\n\t"

__attribute__((noinline, target("avx512f"))) static void clear_avx512(void) {
    __asm__ volatile("vzeroall\n\t" EACH_OF_AVX512(CLEAR_ZMM) ::: "memory");
}

__attribute__((noinline, target("avx"))) static void clear_avx(void) { __asm__ volatile("vzeroall" ::: "memory"); }

__attribute__((noinline)) static void clear_sse(void) {
    __asm__ volatile(EACH_OF_THE_FIRST(CLEAR_XMM) ::: "memory");
}

void clinux_clear_vector_registers(void) {
    if (__builtin_cpu_supports("avx512f")) clear_avx512();
    else if (__builtin_cpu_supports("avx")) clear_avx();
    else clear_sse();
}

#elif defined(__aarch64__)

#define EACH(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(16) F(17) F(18) F(19) F(20) F(21) F(22) F(23) F(24) F(25) F(26) F(27) \
    F(28) F(29) F(30) F(31)
#define CLEAR(NUMBER) "movi v" #NUMBER ".2d, #0\n\t"

__attribute__((noinline)) void clinux_clear_vector_registers(void) { __asm__ volatile(EACH(CLEAR) ::: "memory"); }

#else

void clinux_clear_vector_registers(void) {}

#endif
