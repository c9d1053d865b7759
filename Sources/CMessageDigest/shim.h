// SHA-256: from libmd, or from the system itself on macOS.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
/// Writes the 32 bytes of the SHA-256 of `length` bytes at `bytes`.
static inline void freshness_sha256(const void *bytes, size_t length, uint8_t digest[32]) {
    CC_SHA256(bytes, (CC_LONG)length, digest);
}
#else
#include <sha2.h>
/// Writes the 32 bytes of the SHA-256 of `length` bytes at `bytes`.
static inline void freshness_sha256(const void *bytes, size_t length, uint8_t digest[32]) {
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)bytes, length);
    SHA256Final(digest, &context);
}
#endif
