/* The smallest importer of FMI 3.0, for Linux and Windows: steps the block of windows-fmu.sh under a push that jumps,
   asks another instance for its rates in model exchange, and prints the bits.

   step LIBRARY TOKEN RESOURCES */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void *load(const char *path) { return (void *)LoadLibraryA(path); }
static void *function(void *library, const char *name) { return (void *)GetProcAddress(library, name); }
#else
#include <dlfcn.h>
static void *load(const char *path) { return dlopen(path, RTLD_NOW); }
static void *function(void *library, const char *name) { return dlsym(library, name); }
#endif

typedef void (*Logger)(void *, int, const char *, const char *);
static void tell(void *where, int status, const char *category, const char *text) {
    (void)where;
    fprintf(stderr, "%d %s %s\n", status, category, text);
}

static void *library;
static void *find(const char *name) {
    void *found = function(library, name);
    if (!found) fprintf(stderr, "the library has no %s\n", name), exit(1);
    return found;
}
static void ok(int status, const char *what) {
    if (status) fprintf(stderr, "%s: status %d\n", what, status), exit(1);
}
static void print(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%016" PRIx64 "\n", bits);
}

typedef void *(*CoSimulation)(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t,
                              void *, Logger, void *);
typedef void *(*ModelExchange)(const char *, const char *, const char *, bool, bool, void *, Logger);
typedef int (*Plain)(void *);
typedef int (*Enter)(void *, bool, double, double, bool, double);
typedef int (*Set)(void *, const uint32_t *, size_t, const double *, size_t);
typedef int (*Get)(void *, const uint32_t *, size_t, double *, size_t);
typedef int (*Step)(void *, double, double, bool, bool *, bool *, bool *, double *);
typedef int (*Update)(void *, bool *, bool *, bool *, bool *, bool *, double *);
typedef int (*SetStates)(void *, const double *, size_t);
typedef int (*Rates)(void *, double *, size_t);

int main(int count, char **arguments) {
    if (count != 4 || !(library = load(arguments[1]))) return fprintf(stderr, "cannot load the library\n"), 1;
    const char *token = arguments[2], *resources = arguments[3];
    const uint32_t push = 1, outputs[] = {2, 3};
    double values[2], time, rates[3];
    bool flags[5];

    CoSimulation make = (CoSimulation)find("fmi3InstantiateCoSimulation");
    void *block = make("block", token, resources, false, true, false, false, NULL, 0, NULL, tell, NULL);
    if (!block) return 1;
    ok(((Enter)find("fmi3EnterInitializationMode"))(block, false, 0, 0, false, 0), "enter");
    ok(((Plain)find("fmi3ExitInitializationMode"))(block), "exit");
    for (int k = 0; k < 2000; k++) {
        const double force = k < 500 || k > 1500 ? 3.0 : 6.0;
        ok(((Set)find("fmi3SetFloat64"))(block, &push, 1, &force, 1), "set");
        ok(((Step)find("fmi3DoStep"))(block, k * 1e-3, 1e-3, true, flags, flags + 1, flags + 2, &time), "step");
        ok(((Get)find("fmi3GetFloat64"))(block, outputs, 2, values, 2), "get");
        print(values[0]);
        print(values[1]);
    }
    ((void (*)(void *))find("fmi3FreeInstance"))(block);

    ModelExchange exchange = (ModelExchange)find("fmi3InstantiateModelExchange");
    if (!(block = exchange("block", token, resources, false, true, NULL, tell))) return 1;
    ok(((Enter)find("fmi3EnterInitializationMode"))(block, false, 0, 0, false, 0), "enter");
    ok(((Plain)find("fmi3ExitInitializationMode"))(block), "exit");
    ok(((Update)find("fmi3UpdateDiscreteStates"))(block, flags, flags + 1, flags + 2, flags + 3, flags + 4, &time), "event");
    ok(((Plain)find("fmi3EnterContinuousTimeMode"))(block), "continuous");
    for (int k = 0; k < 200; k++) {
        const double states[3] = {0.01 * k, 1e-4 * (k - 100), 1e-6 * k};
        ok(((SetStates)find("fmi3SetContinuousStates"))(block, states, 3), "states");
        ok(((Rates)find("fmi3GetContinuousStateDerivatives"))(block, rates, 3), "rates");
        for (int i = 0; i < 3; i++) print(rates[i]);
    }
    ((void (*)(void *))find("fmi3FreeInstance"))(block);
    return 0;
}
