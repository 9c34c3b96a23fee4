// A library for LD_PRELOAD that makes one system call, or all from one on, fail. Described in FaultShim.c.
#ifndef FAULTS_SHIM_H
#define FAULTS_SHIM_H

/// How many calls there have been that could have failed.
unsigned long fault_shim_calls(void);

#endif
