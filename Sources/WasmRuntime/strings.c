// What the standard library does with strings that are not stored as UTF-8, such as those of Objective-C. There are none in these
// programs, which would otherwise contain 11 KB of it each (Docs/Decisions/0033).
//
// The linker prefers these to the library's own. If a later Swift names one of them otherwise, it is simply not used, and the
// sizes in `make check` say so.
#if defined(__wasm__)
#include <stdint.h>

#define NEVER(result, name, ...) \
  result name(__VA_ARGS__) { __builtin_trap(); }

typedef int32_t w;
typedef int64_t l;

// _StringGuts: _foreignGrow, _foreignAppendInPlace, _foreignCopyUTF8, _foreignConvertedToSmall, foreignScalarAlign.
NEVER(void, $es11_StringGutsV12_foreignGrow33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyySiF, w a, w b, w c)
NEVER(void, $es11_StringGutsV21_foreignAppendInPlace33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyys01_aB5SliceVF, w a, w b, w c)
NEVER(void, $es11_StringGutsV16_foreignCopyUTF84intoSiSgSrys5UInt8VG_tF, w a, w b, w c, w d, w e, w f, w g, w h)
NEVER(void, $es11_StringGutsV24_foreignConvertedToSmall33_408A76AB043BD3EFBAB6FAAAAA9B4914LLs01_fA0VyF,
  w a, w b, w c, w d, w e, w f)
NEVER(l, $es11_StringGutsV18foreignScalarAlignySS5IndexVAEF, l a, w b, w c, w d, w e, w f)

// _StringGuts._slowEnsureMatchingEncoding: an index that counts UTF-16.
NEVER(l, $es11_StringGutsV27_slowEnsureMatchingEncodingySS5IndexVAEF, l a, w b, w c, w d, w e, w f)

// String.UTF8View: _foreignCount, _foreignDistance, _foreignSubscript, _foreignIndex.
NEVER(w, $eSS8UTF8ViewV13_foreignCountSiyF, w a, w b, w c, w d, w e)
NEVER(w, $eSS8UTF8ViewV16_foreignDistance4from2toSiSS5IndexV_AGtF, l a, l b, w c, w d, w e, w f, w g)
NEVER(w, $eSS8UTF8ViewV17_foreignSubscript8positions5UInt8VSS5IndexV_tF, l a, w b, w c, w d, w e, w f)
NEVER(l, $eSS8UTF8ViewV13_foreignIndex_8offsetBySS0D0VAF_SitF, l a, w b, w c, w d, w e, w f, w g)
NEVER(l, $eSS8UTF8ViewV13_foreignIndex6beforeSS0D0VAF_tF, l a, w b, w c, w d, w e, w f)
NEVER(l, $eSS8UTF8ViewV13_foreignIndex5afterSS0D0VAF_tF, l a, w b, w c, w d, w e, w f)
#endif
