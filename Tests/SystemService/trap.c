// A library that shows that it was loaded: it makes the file RAN. It is each kind of module that libraries of desktops look for.
#include <fcntl.h>

__attribute__((constructor)) static void loaded(void) { open(RAN, O_CREAT | O_WRONLY, 0600); }

void g_io_module_load(void *module) { (void)module; }
void g_io_module_unload(void *module) { (void)module; }
char **g_io_module_query(void) { return 0; }
void fill_vtable(void *module) { (void)module; }
void fill_info(void *info) { (void)info; }
unsigned la_version(unsigned version) { return version; }
