#include <seccomp.h>
#include <errno.h>

// Macros that Swift cannot import.
static const unsigned int chatelaine_seccomp_allow = SCMP_ACT_ALLOW;
static const unsigned int chatelaine_seccomp_refuse = SCMP_ACT_ERRNO(EPERM);
