/* A program in place of one of ours, with the same name and the same libraries, for tests of packages: it compiles in an instant. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--generate-completion-script") == 0)
        puts("# completions of chatelaine");
    else
        puts(NAME " " VERSION " (a stand-in)");
    return 0;
}
