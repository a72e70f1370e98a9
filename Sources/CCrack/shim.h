#ifndef WOODSHED_CRACK_SHIM_H
#define WOODSHED_CRACK_SHIM_H

// What cracklib thinks of a password. Its usual function ends the whole program when the dictionary cannot be
// read; Debian's own one reports that instead, so it is taken where it is there.

#include <stddef.h>
#include <crack.h>

extern int __DEBIAN_SPECIFIC__SafeFascistCheck(const char *, const char *, char *, size_t)
    __attribute__((weak));

/// 1 where the password is easily guessed, 0 where it is not, -1 where the dictionary cannot be read.
static inline int woodshed_crack_check(const char *password, const char *dictionary) {
  char words[256] = "";
  if (!__DEBIAN_SPECIFIC__SafeFascistCheck)
    return FascistCheck(password, dictionary) != (const char *)0;
  if (!__DEBIAN_SPECIFIC__SafeFascistCheck(password, dictionary, words, sizeof words)) return -1;
  return words[0] != 0;
}

#endif
