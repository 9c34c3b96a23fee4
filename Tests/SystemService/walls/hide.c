// A library that a user has a program load. It is not executable while the program connects: every step in between is carried out by
// code of the C library alone, one context after another. HIDE has two descriptors, for orders and for what it says: “c” when it is
// loaded; an order hides it, another one has it look for the secret in the program's memory, and say what it finds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STEPS 6
static int orders, says;
static char order;
static uintptr_t text, length;
static ucontext_t steps[STEPS];
static char stacks[STEPS][1 << 16], buffer[1 << 20];

static int find_text(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + part->p_vaddr, here = (uintptr_t)&find_text;
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || here < start || here >= start + part->p_memsz) continue;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    text = start & ~(page - 1);
    length = (start + part->p_memsz - text + page - 1) & ~(page - 1);
  }
  return 0;
}

static void look(void) {
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  int memory = open("/proc/self/mem", O_RDONLY);
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    if (sscanf(line, "%lx-%lx rw", &start, &end) != 2 || strncmp(strchr(line, ' '), " rw", 3) != 0) continue;
    for (; start < end; start += sizeof buffer) {
      ssize_t count = pread(memory, buffer, end - start < sizeof buffer ? end - start : sizeof buffer, (off_t)start);
      char *found = count > 0 ? memmem(buffer, (size_t)count, "guarded secret", 14) : NULL;
      if (found && write(says, found, 14) == 14) start = end;
    }
  }
  for (close(says);;) pause();
}

static void step(int number, void (*function)(), long first, long second, long third) {
  getcontext(&steps[number]);
  steps[number].uc_stack.ss_sp = stacks[number];
  steps[number].uc_stack.ss_size = sizeof stacks[number];
  steps[number].uc_link = number + 1 < STEPS ? &steps[number + 1] : NULL;
  makecontext(&steps[number], function, 3, first, second, third);
}

static void *run(void *unused) {
  (void)unused;
  setcontext(&steps[0]);
  return NULL;
}

__attribute__((constructor)) static void loaded(void) {
  const char *descriptors = getenv("HIDE");
  int hides = descriptors ? sscanf(descriptors, "%d %d", &says, &orders) : 0;
  if (hides < 1 || write(says, "c", 1) != 1 || hides < 2) return;
  dl_iterate_phdr(find_text, NULL);
  step(0, (void (*)())read, orders, (long)&order, 1);
  step(1, (void (*)())mprotect, (long)text, (long)length, PROT_READ);
  step(2, (void (*)())write, says, (long)"h", 1);
  step(3, (void (*)())read, orders, (long)&order, 1);
  step(4, (void (*)())mprotect, (long)text, (long)length, PROT_READ | PROT_EXEC);
  step(5, (void (*)())look, 0, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
}

#ifdef ANSWERS
// In a user namespace the account of the service is shown as another one, and so is what the program finds about it.
int getpwnam_r(const char *name, struct passwd *entry, char *text, size_t size, struct passwd **found) {
  int (*real)(const char *, struct passwd *, char *, size_t, struct passwd **);
  *(void **)&real = dlsym(RTLD_NEXT, "getpwnam_r");
  int result = real(name, entry, text, size, found);
  if (getuid() == 0 && *found && strcmp(name, "chatelaine") == 0) entry->pw_uid = 65534;
  return result;
}
#endif

// For LD_AUDIT.
unsigned la_version(unsigned version) { return version; }
