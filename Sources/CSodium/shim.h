#ifndef WOODSHED_SODIUM_SHIM_H
#define WOODSHED_SODIUM_SHIM_H

// Passwords, tokens and comparisons that take the same time whatever they find.

#include <sodium.h>

#endif
