/* A 64-bit hash of bytes, eight at a time, order-dependent: the fingerprint of a state. */
#ifndef CLAST_BASE_HASH_H
#define CLAST_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9FB21C651E98DF25);
    return hash ^ (hash >> 32);
}

static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;
    for (; bytes >= 8; p += 8, bytes -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        hash = hash_word(hash, word);
    }
    if (bytes) {
        uint64_t word = 0;
        memcpy(&word, p, bytes);
        hash = hash_word(hash, word ^ ((uint64_t)bytes << 56));
    }
    return hash;
}

#endif
