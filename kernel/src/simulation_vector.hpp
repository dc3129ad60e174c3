// 64 bytes in step, and yes or no for each: the few operations that the lanes need, per instruction set.
// Private to simulation_lanes_simd.cpp; everything here is inlined there.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace zapato::ZAPATO_SIMD_NAMESPACE {
namespace {

#define ZAPATO_INLINE inline __attribute__((always_inline))

#if defined(__AVX512VBMI__)

struct V {
  __m512i v;
};
struct M {
  __mmask64 m;
};
struct Half {  // 32 of 16 bits: of the two Halves that make a V, one
  __m512i v;
};
inline constexpr int halves = 2, half_width = 32, words_each = 8;
using Word = __m512i;  // of 64-bit words

ZAPATO_INLINE V set(int value) { return {_mm512_set1_epi8(static_cast<char>(value))}; }
ZAPATO_INLINE V load(const void* from) { return {_mm512_load_si512(from)}; }
ZAPATO_INLINE void store(void* to, V a) { _mm512_store_si512(to, a.v); }
ZAPATO_INLINE V operator+(V a, V b) { return {_mm512_add_epi8(a.v, b.v)}; }
ZAPATO_INLINE V operator-(V a, V b) { return {_mm512_sub_epi8(a.v, b.v)}; }
ZAPATO_INLINE V operator|(V a, V b) { return {_mm512_or_si512(a.v, b.v)}; }
ZAPATO_INLINE V operator&(V a, V b) { return {_mm512_and_si512(a.v, b.v)}; }
ZAPATO_INLINE V adds(V a, V b) { return {_mm512_adds_epi8(a.v, b.v)}; }
ZAPATO_INLINE V least(V a, V b) { return {_mm512_min_epu8(a.v, b.v)}; }
ZAPATO_INLINE M operator&(M a, M b) { return {a.m & b.m}; }
ZAPATO_INLINE M operator|(M a, M b) { return {a.m | b.m}; }
ZAPATO_INLINE M operator^(M a, M b) { return {a.m ^ b.m}; }
ZAPATO_INLINE M without(M a, M b) { return {a.m & ~b.m}; }
ZAPATO_INLINE M nobody() { return {0}; }
ZAPATO_INLINE M everybody() { return {~__mmask64{0}}; }
ZAPATO_INLINE M same(V a, V b) { return {_mm512_cmpeq_epi8_mask(a.v, b.v)}; }
ZAPATO_INLINE M above(V a, V b) { return {_mm512_cmpgt_epi8_mask(a.v, b.v)}; }  // signed
ZAPATO_INLINE M at_least_unsigned(V a, V b) { return {_mm512_cmpge_epu8_mask(a.v, b.v)}; }
ZAPATO_INLINE M nonzero(V a) { return {_mm512_test_epi8_mask(a.v, a.v)}; }
ZAPATO_INLINE M common(V a, V b) { return {_mm512_test_epi8_mask(a.v, b.v)}; }  // (a & b) != 0
ZAPATO_INLINE bool any(M a) { return a.m != 0; }
ZAPATO_INLINE std::uint64_t bits(M a) { return a.m; }
ZAPATO_INLINE V pick(M where, V otherwise, V there) { return {_mm512_mask_blend_epi8(where.m, otherwise.v, there.v)}; }
ZAPATO_INLINE V only(M where, V a) { return {_mm512_maskz_mov_epi8(where.m, a.v)}; }
ZAPATO_INLINE V add_where(V a, M where, V b) { return {_mm512_mask_add_epi8(a.v, where.m, a.v, b.v)}; }
ZAPATO_INLINE V adds_where(V a, M where, V b) { return {_mm512_mask_adds_epi8(a.v, where.m, a.v, b.v)}; }
ZAPATO_INLINE V sub_where(V a, M where, V b) { return {_mm512_mask_sub_epi8(a.v, where.m, a.v, b.v)}; }

struct Table16 {
  __m512i t;
};
struct Table64 {
  __m512i t;
};
ZAPATO_INLINE Table16 table16(const void* from) {
  return {_mm512_broadcast_i32x4(_mm_loadu_si128(static_cast<const __m128i*>(from)))};
}
ZAPATO_INLINE Table64 table64(const void* from) { return {_mm512_load_si512(from)}; }
ZAPATO_INLINE V look(Table16 table, V at) { return {_mm512_shuffle_epi8(table.t, at.v)}; }
ZAPATO_INLINE V look(Table64 table, V at) { return {_mm512_permutexvar_epi8(at.v, table.t)}; }
inline constexpr int window = 128;  // of a running count that one look-up covers
ZAPATO_INLINE V look_window(const std::uint8_t* from, V at) {
  return {_mm512_permutex2var_epi8(_mm512_loadu_si512(from), at.v, _mm512_loadu_si512(from + 64))};
}
// Adds up bytes (unsigned) into the running sums of `sums`.
struct Sums {
  __m512i s;
};
ZAPATO_INLINE Sums no_sums() { return {_mm512_setzero_si512()}; }
ZAPATO_INLINE Sums sum_bytes(Sums sums, V a) {
  return {_mm512_add_epi64(sums.s, _mm512_sad_epu8(a.v, _mm512_setzero_si512()))};
}
ZAPATO_INLINE std::uint64_t total(Sums sums) { return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sums.s)); }

// ---- 64-bit words, for the streams
ZAPATO_INLINE Word word(std::uint64_t value) { return _mm512_set1_epi64(static_cast<long long>(value)); }
ZAPATO_INLINE Word count_up(std::uint64_t from) {
  return _mm512_add_epi64(word(from), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
}
ZAPATO_INLINE Word plus(Word a, Word b) { return _mm512_add_epi64(a, b); }
ZAPATO_INLINE Word exclusive(Word a, Word b) { return _mm512_xor_si512(a, b); }
template <int by>
ZAPATO_INLINE Word rotated(Word a) {
  return _mm512_rol_epi64(a, by);
}
// Field f of four vectors of words, side by side: place 4e + j holds the field of word e of vector j.
ZAPATO_INLINE void fields(const Word in[4], Half out[4]) {
  const __mmask32 odd16 = 0xAAAAAAAA;
  const __mmask16 odd32 = 0xAAAA;
  const __m512i t0 = _mm512_mask_blend_epi16(odd16, in[0], _mm512_slli_epi64(in[1], 16));
  const __m512i t1 = _mm512_mask_blend_epi16(odd16, _mm512_srli_epi64(in[0], 16), in[1]);
  const __m512i s0 = _mm512_mask_blend_epi16(odd16, in[2], _mm512_slli_epi64(in[3], 16));
  const __m512i s1 = _mm512_mask_blend_epi16(odd16, _mm512_srli_epi64(in[2], 16), in[3]);
  out[0].v = _mm512_mask_blend_epi32(odd32, t0, _mm512_slli_epi64(s0, 32));
  out[1].v = _mm512_mask_blend_epi32(odd32, t1, _mm512_slli_epi64(s1, 32));
  out[2].v = _mm512_mask_blend_epi32(odd32, _mm512_srli_epi64(t0, 32), s0);
  out[3].v = _mm512_mask_blend_epi32(odd32, _mm512_srli_epi64(t1, 32), s1);
}

// ---- 16 bits
ZAPATO_INLINE Half half(int value) { return {_mm512_set1_epi16(static_cast<short>(value))}; }
ZAPATO_INLINE Half load_half(const void* from) { return {_mm512_load_si512(from)}; }
ZAPATO_INLINE void store_half(void* to, Half a) { _mm512_store_si512(to, a.v); }
ZAPATO_INLINE Half operator+(Half a, Half b) { return {_mm512_add_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half operator-(Half a, Half b) { return {_mm512_sub_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half times_high(Half a, Half b) { return {_mm512_mulhi_epu16(a.v, b.v)}; }
ZAPATO_INLINE Half times_low(Half a, Half b) { return {_mm512_mullo_epi16(a.v, b.v)}; }
ZAPATO_INLINE std::uint64_t below(Half a, Half b) { return _mm512_cmplt_epu16_mask(a.v, b.v); }  // a bit a place
ZAPATO_INLINE void narrow(const Half from[halves], V& to) { to.v = _mm512_packus_epi16(from[0].v, from[1].v); }
ZAPATO_INLINE void widen_unsigned(V from, Half to[halves]) {
  to[0].v = _mm512_unpacklo_epi8(from.v, _mm512_setzero_si512());
  to[1].v = _mm512_unpackhi_epi8(from.v, _mm512_setzero_si512());
}
ZAPATO_INLINE void widen_signed(V from, Half to[halves]) {
  to[0].v = _mm512_srai_epi16(_mm512_unpacklo_epi8(from.v, from.v), 8);
  to[1].v = _mm512_srai_epi16(_mm512_unpackhi_epi8(from.v, from.v), 8);
}

#elif defined(__AVX2__)

struct V {
  __m256i a, b;
};
struct M {  // all ones for yes
  __m256i a, b;
};
struct Half {  // 16 of 16 bits: four make a V
  __m256i v;
};
inline constexpr int halves = 4, half_width = 16, words_each = 4;
using Word = __m256i;

ZAPATO_INLINE V set(int value) {
  const __m256i x = _mm256_set1_epi8(static_cast<char>(value));
  return {x, x};
}
ZAPATO_INLINE V load(const void* from) {
  const auto* p = static_cast<const __m256i*>(from);
  return {_mm256_load_si256(p), _mm256_load_si256(p + 1)};
}
ZAPATO_INLINE void store(void* to, V x) {
  auto* p = static_cast<__m256i*>(to);
  _mm256_store_si256(p, x.a);
  _mm256_store_si256(p + 1, x.b);
}
ZAPATO_INLINE V operator+(V x, V y) { return {_mm256_add_epi8(x.a, y.a), _mm256_add_epi8(x.b, y.b)}; }
ZAPATO_INLINE V operator-(V x, V y) { return {_mm256_sub_epi8(x.a, y.a), _mm256_sub_epi8(x.b, y.b)}; }
ZAPATO_INLINE V operator|(V x, V y) { return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)}; }
ZAPATO_INLINE V operator&(V x, V y) { return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)}; }
ZAPATO_INLINE V adds(V x, V y) { return {_mm256_adds_epi8(x.a, y.a), _mm256_adds_epi8(x.b, y.b)}; }
ZAPATO_INLINE V least(V x, V y) { return {_mm256_min_epu8(x.a, y.a), _mm256_min_epu8(x.b, y.b)}; }
ZAPATO_INLINE M operator&(M x, M y) { return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)}; }
ZAPATO_INLINE M operator|(M x, M y) { return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)}; }
ZAPATO_INLINE M operator^(M x, M y) { return {_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b)}; }
ZAPATO_INLINE M without(M x, M y) { return {_mm256_andnot_si256(y.a, x.a), _mm256_andnot_si256(y.b, x.b)}; }
ZAPATO_INLINE M nobody() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
ZAPATO_INLINE M everybody() { return {_mm256_set1_epi8(-1), _mm256_set1_epi8(-1)}; }
ZAPATO_INLINE M same(V x, V y) { return {_mm256_cmpeq_epi8(x.a, y.a), _mm256_cmpeq_epi8(x.b, y.b)}; }
ZAPATO_INLINE M above(V x, V y) { return {_mm256_cmpgt_epi8(x.a, y.a), _mm256_cmpgt_epi8(x.b, y.b)}; }
ZAPATO_INLINE M at_least_unsigned(V x, V y) {
  return {_mm256_cmpeq_epi8(_mm256_max_epu8(x.a, y.a), x.a), _mm256_cmpeq_epi8(_mm256_max_epu8(x.b, y.b), x.b)};
}
ZAPATO_INLINE M nonzero(V x) { return without(everybody(), same(x, set(0))); }
ZAPATO_INLINE M common(V x, V y) { return nonzero(x & y); }
ZAPATO_INLINE bool any(M x) {
  const __m256i both = _mm256_or_si256(x.a, x.b);
  return _mm256_testz_si256(both, both) == 0;
}
ZAPATO_INLINE std::uint64_t bits(M x) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(x.a)) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(x.b))) << 32;
}
ZAPATO_INLINE V pick(M where, V otherwise, V there) {
  return {_mm256_blendv_epi8(otherwise.a, there.a, where.a), _mm256_blendv_epi8(otherwise.b, there.b, where.b)};
}
ZAPATO_INLINE V only(M where, V x) { return {_mm256_and_si256(where.a, x.a), _mm256_and_si256(where.b, x.b)}; }
ZAPATO_INLINE V add_where(V x, M where, V y) { return x + only(where, y); }
ZAPATO_INLINE V adds_where(V x, M where, V y) { return adds(x, only(where, y)); }
ZAPATO_INLINE V sub_where(V x, M where, V y) { return x - only(where, y); }

struct Table16 {
  __m256i t;
};
struct Table64 {
  __m256i t[4];
};
ZAPATO_INLINE Table16 table16(const void* from) {
  return {_mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(from)))};
}
ZAPATO_INLINE Table64 table64(const void* from) {
  const auto* p = static_cast<const std::uint8_t*>(from);
  Table64 table;
  for (int part = 0; part < 4; ++part) table.t[part] = table16(p + 16 * part).t;
  return table;
}
ZAPATO_INLINE V look(Table16 table, V at) {
  return {_mm256_shuffle_epi8(table.t, at.a), _mm256_shuffle_epi8(table.t, at.b)};
}
ZAPATO_INLINE __m256i look_part(const Table64& table, __m256i at) {
  const __m256i bit4 = _mm256_slli_epi16(at, 3), bit5 = _mm256_slli_epi16(at, 2);
  const __m256i low = _mm256_blendv_epi8(_mm256_shuffle_epi8(table.t[0], at), _mm256_shuffle_epi8(table.t[1], at), bit4);
  const __m256i high = _mm256_blendv_epi8(_mm256_shuffle_epi8(table.t[2], at), _mm256_shuffle_epi8(table.t[3], at), bit4);
  return _mm256_blendv_epi8(low, high, bit5);
}
ZAPATO_INLINE V look(const Table64& table, V at) { return {look_part(table, at.a), look_part(table, at.b)}; }
inline constexpr int window = 64;
ZAPATO_INLINE V look_window(const std::uint8_t* from, V at) { return look(table64(from), at); }
struct Sums {
  __m256i s;
};
ZAPATO_INLINE Sums no_sums() { return {_mm256_setzero_si256()}; }
ZAPATO_INLINE Sums sum_bytes(Sums sums, V x) {
  const __m256i zero = _mm256_setzero_si256();
  return {_mm256_add_epi64(sums.s, _mm256_add_epi64(_mm256_sad_epu8(x.a, zero), _mm256_sad_epu8(x.b, zero)))};
}
ZAPATO_INLINE std::uint64_t total(Sums sums) {
  alignas(32) std::uint64_t parts[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), sums.s);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

ZAPATO_INLINE Word word(std::uint64_t value) { return _mm256_set1_epi64x(static_cast<long long>(value)); }
ZAPATO_INLINE Word count_up(std::uint64_t from) { return _mm256_add_epi64(word(from), _mm256_set_epi64x(3, 2, 1, 0)); }
ZAPATO_INLINE Word plus(Word a, Word b) { return _mm256_add_epi64(a, b); }
ZAPATO_INLINE Word exclusive(Word a, Word b) { return _mm256_xor_si256(a, b); }
template <int by>
ZAPATO_INLINE Word rotated(Word a) {
  return _mm256_or_si256(_mm256_slli_epi64(a, by), _mm256_srli_epi64(a, 64 - by));
}
ZAPATO_INLINE void fields(const Word in[4], Half out[4]) {
  const __m256i t0 = _mm256_blend_epi16(in[0], _mm256_slli_epi64(in[1], 16), 0xAA);
  const __m256i t1 = _mm256_blend_epi16(_mm256_srli_epi64(in[0], 16), in[1], 0xAA);
  const __m256i s0 = _mm256_blend_epi16(in[2], _mm256_slli_epi64(in[3], 16), 0xAA);
  const __m256i s1 = _mm256_blend_epi16(_mm256_srli_epi64(in[2], 16), in[3], 0xAA);
  out[0].v = _mm256_blend_epi32(t0, _mm256_slli_epi64(s0, 32), 0xAA);
  out[1].v = _mm256_blend_epi32(t1, _mm256_slli_epi64(s1, 32), 0xAA);
  out[2].v = _mm256_blend_epi32(_mm256_srli_epi64(t0, 32), s0, 0xAA);
  out[3].v = _mm256_blend_epi32(_mm256_srli_epi64(t1, 32), s1, 0xAA);
}
ZAPATO_INLINE Half half(int value) { return {_mm256_set1_epi16(static_cast<short>(value))}; }
ZAPATO_INLINE Half load_half(const void* from) { return {_mm256_load_si256(static_cast<const __m256i*>(from))}; }
ZAPATO_INLINE void store_half(void* to, Half a) { _mm256_store_si256(static_cast<__m256i*>(to), a.v); }
ZAPATO_INLINE Half operator+(Half a, Half b) { return {_mm256_add_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half operator-(Half a, Half b) { return {_mm256_sub_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half times_high(Half a, Half b) { return {_mm256_mulhi_epu16(a.v, b.v)}; }
ZAPATO_INLINE Half times_low(Half a, Half b) { return {_mm256_mullo_epi16(a.v, b.v)}; }
ZAPATO_INLINE std::uint64_t below(Half a, Half b) {
  // a < b where b - a, cut off at 0, is not 0.
  const __m256i not_below = _mm256_cmpeq_epi16(_mm256_subs_epu16(b.v, a.v), _mm256_setzero_si256());
  const auto twice = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(not_below));
  return _pext_u32(twice, 0x55555555);
}
ZAPATO_INLINE void narrow(const Half from[halves], V& to) {
  to.a = _mm256_packus_epi16(from[0].v, from[1].v);
  to.b = _mm256_packus_epi16(from[2].v, from[3].v);
}
ZAPATO_INLINE void widen_unsigned(V from, Half to[halves]) {
  const __m256i zero = _mm256_setzero_si256();
  to[0].v = _mm256_unpacklo_epi8(from.a, zero);
  to[1].v = _mm256_unpackhi_epi8(from.a, zero);
  to[2].v = _mm256_unpacklo_epi8(from.b, zero);
  to[3].v = _mm256_unpackhi_epi8(from.b, zero);
}
ZAPATO_INLINE void widen_signed(V from, Half to[halves]) {
  to[0].v = _mm256_srai_epi16(_mm256_unpacklo_epi8(from.a, from.a), 8);
  to[1].v = _mm256_srai_epi16(_mm256_unpackhi_epi8(from.a, from.a), 8);
  to[2].v = _mm256_srai_epi16(_mm256_unpacklo_epi8(from.b, from.b), 8);
  to[3].v = _mm256_srai_epi16(_mm256_unpackhi_epi8(from.b, from.b), 8);
}

#elif defined(__SSE2__)

struct V {
  __m128i v[4];
};
struct M {  // all ones for yes
  __m128i v[4];
};
struct Half {  // 8 of 16 bits: eight make a V
  __m128i v;
};
inline constexpr int halves = 8, half_width = 8, words_each = 2;
using Word = __m128i;

#define ZAPATO_EACH(Kind, expression)        \
  Kind made;                                 \
  for (int k = 0; k < 4; ++k) made.v[k] = expression; \
  return made

ZAPATO_INLINE V set(int value) { ZAPATO_EACH(V, _mm_set1_epi8(static_cast<char>(value))); }
ZAPATO_INLINE V load(const void* from) { ZAPATO_EACH(V, _mm_load_si128(static_cast<const __m128i*>(from) + k)); }
ZAPATO_INLINE void store(void* to, V x) {
  for (int k = 0; k < 4; ++k) _mm_store_si128(static_cast<__m128i*>(to) + k, x.v[k]);
}
ZAPATO_INLINE V operator+(V x, V y) { ZAPATO_EACH(V, _mm_add_epi8(x.v[k], y.v[k])); }
ZAPATO_INLINE V operator-(V x, V y) { ZAPATO_EACH(V, _mm_sub_epi8(x.v[k], y.v[k])); }
ZAPATO_INLINE V operator|(V x, V y) { ZAPATO_EACH(V, _mm_or_si128(x.v[k], y.v[k])); }
ZAPATO_INLINE V operator&(V x, V y) { ZAPATO_EACH(V, _mm_and_si128(x.v[k], y.v[k])); }
ZAPATO_INLINE V adds(V x, V y) { ZAPATO_EACH(V, _mm_adds_epi8(x.v[k], y.v[k])); }
ZAPATO_INLINE V least(V x, V y) { ZAPATO_EACH(V, _mm_min_epu8(x.v[k], y.v[k])); }
ZAPATO_INLINE V less_or_none(V x, V y) { ZAPATO_EACH(V, _mm_subs_epu8(x.v[k], y.v[k])); }
ZAPATO_INLINE M operator&(M x, M y) { ZAPATO_EACH(M, _mm_and_si128(x.v[k], y.v[k])); }
ZAPATO_INLINE M operator|(M x, M y) { ZAPATO_EACH(M, _mm_or_si128(x.v[k], y.v[k])); }
ZAPATO_INLINE M operator^(M x, M y) { ZAPATO_EACH(M, _mm_xor_si128(x.v[k], y.v[k])); }
ZAPATO_INLINE M without(M x, M y) { ZAPATO_EACH(M, _mm_andnot_si128(y.v[k], x.v[k])); }
ZAPATO_INLINE M nobody() { ZAPATO_EACH(M, _mm_setzero_si128()); }
ZAPATO_INLINE M everybody() { ZAPATO_EACH(M, _mm_set1_epi8(-1)); }
ZAPATO_INLINE M same(V x, V y) { ZAPATO_EACH(M, _mm_cmpeq_epi8(x.v[k], y.v[k])); }
ZAPATO_INLINE M above(V x, V y) { ZAPATO_EACH(M, _mm_cmpgt_epi8(x.v[k], y.v[k])); }
ZAPATO_INLINE M at_least_unsigned(V x, V y) {
  ZAPATO_EACH(M, _mm_cmpeq_epi8(_mm_max_epu8(x.v[k], y.v[k]), x.v[k]));
}
ZAPATO_INLINE M nonzero(V x) { return without(everybody(), same(x, set(0))); }
ZAPATO_INLINE M common(V x, V y) { return nonzero(x & y); }
ZAPATO_INLINE bool any(M x) {
  return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(x.v[0], x.v[1]), _mm_or_si128(x.v[2], x.v[3]))) != 0;
}
ZAPATO_INLINE std::uint64_t bits(M x) {
  std::uint64_t all = 0;
  for (int k = 0; k < 4; ++k) all |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(x.v[k]))) << (16 * k);
  return all;
}
ZAPATO_INLINE V pick(M where, V otherwise, V there) {
  ZAPATO_EACH(V, _mm_or_si128(_mm_andnot_si128(where.v[k], otherwise.v[k]), _mm_and_si128(where.v[k], there.v[k])));
}
ZAPATO_INLINE V only(M where, V x) { ZAPATO_EACH(V, _mm_and_si128(where.v[k], x.v[k])); }
ZAPATO_INLINE V add_where(V x, M where, V y) { return x + only(where, y); }
ZAPATO_INLINE V adds_where(V x, M where, V y) { return adds(x, only(where, y)); }
ZAPATO_INLINE V sub_where(V x, M where, V y) { return x - only(where, y); }

// No look-ups in registers at this level: these go through memory, and the hot ones are worked out instead.
struct Table16 {
  const std::uint8_t* t;
};
struct Table64 {
  const std::uint8_t* t;
};
ZAPATO_INLINE Table16 table16(const void* from) { return {static_cast<const std::uint8_t*>(from)}; }
ZAPATO_INLINE Table64 table64(const void* from) { return {static_cast<const std::uint8_t*>(from)}; }
ZAPATO_INLINE V look_each(const std::uint8_t* table, V at) {
  alignas(16) std::uint8_t places[64], found[64];
  store(places, at);
  for (int q = 0; q < 64; ++q) found[q] = table[places[q]];
  return load(found);
}
ZAPATO_INLINE V look(Table16 table, V at) { return look_each(table.t, at & set(15)); }
ZAPATO_INLINE V look(Table64 table, V at) { return look_each(table.t, at & set(63)); }
inline constexpr int window = 128;
ZAPATO_INLINE V look_window(const std::uint8_t* from, V at) { return look_each(from, at & set(127)); }
struct Sums {
  __m128i s;
};
ZAPATO_INLINE Sums no_sums() { return {_mm_setzero_si128()}; }
ZAPATO_INLINE Sums sum_bytes(Sums sums, V x) {
  for (int k = 0; k < 4; ++k) sums.s = _mm_add_epi64(sums.s, _mm_sad_epu8(x.v[k], _mm_setzero_si128()));
  return sums;
}
ZAPATO_INLINE std::uint64_t total(Sums sums) {
  alignas(16) std::uint64_t parts[2];
  _mm_store_si128(reinterpret_cast<__m128i*>(parts), sums.s);
  return parts[0] + parts[1];
}

ZAPATO_INLINE Word word(std::uint64_t value) { return _mm_set1_epi64x(static_cast<long long>(value)); }
ZAPATO_INLINE Word count_up(std::uint64_t from) { return _mm_add_epi64(word(from), _mm_set_epi64x(1, 0)); }
ZAPATO_INLINE Word plus(Word a, Word b) { return _mm_add_epi64(a, b); }
ZAPATO_INLINE Word exclusive(Word a, Word b) { return _mm_xor_si128(a, b); }
template <int by>
ZAPATO_INLINE Word rotated(Word a) {
  return _mm_or_si128(_mm_slli_epi64(a, by), _mm_srli_epi64(a, 64 - by));
}
ZAPATO_INLINE void fields(const Word in[4], Half out[4]) {
  const __m128i a = _mm_unpacklo_epi16(in[0], in[1]), b = _mm_unpacklo_epi16(in[2], in[3]);
  const __m128i c = _mm_unpackhi_epi16(in[0], in[1]), d = _mm_unpackhi_epi16(in[2], in[3]);
  const __m128i first = _mm_unpacklo_epi32(a, b), second = _mm_unpackhi_epi32(a, b);
  const __m128i third = _mm_unpacklo_epi32(c, d), fourth = _mm_unpackhi_epi32(c, d);
  out[0].v = _mm_unpacklo_epi64(first, third);
  out[1].v = _mm_unpackhi_epi64(first, third);
  out[2].v = _mm_unpacklo_epi64(second, fourth);
  out[3].v = _mm_unpackhi_epi64(second, fourth);
}
ZAPATO_INLINE Half half(int value) { return {_mm_set1_epi16(static_cast<short>(value))}; }
ZAPATO_INLINE Half load_half(const void* from) { return {_mm_load_si128(static_cast<const __m128i*>(from))}; }
ZAPATO_INLINE void store_half(void* to, Half a) { _mm_store_si128(static_cast<__m128i*>(to), a.v); }
ZAPATO_INLINE Half operator+(Half a, Half b) { return {_mm_add_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half operator-(Half a, Half b) { return {_mm_sub_epi16(a.v, b.v)}; }
ZAPATO_INLINE Half times_high(Half a, Half b) { return {_mm_mulhi_epu16(a.v, b.v)}; }
ZAPATO_INLINE Half times_low(Half a, Half b) { return {_mm_mullo_epi16(a.v, b.v)}; }
ZAPATO_INLINE std::uint64_t below(Half a, Half b) {
  const __m128i not_below = _mm_cmpeq_epi16(_mm_subs_epu16(b.v, a.v), _mm_setzero_si128());
  return ~static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(not_below, not_below))) & 0xFFu;
}
ZAPATO_INLINE void narrow(const Half from[halves], V& to) {
  for (int k = 0; k < 4; ++k) to.v[k] = _mm_packus_epi16(from[2 * k].v, from[2 * k + 1].v);
}
ZAPATO_INLINE void widen_unsigned(V from, Half to[halves]) {
  for (int k = 0; k < 4; ++k) {
    to[2 * k].v = _mm_unpacklo_epi8(from.v[k], _mm_setzero_si128());
    to[2 * k + 1].v = _mm_unpackhi_epi8(from.v[k], _mm_setzero_si128());
  }
}
ZAPATO_INLINE void widen_signed(V from, Half to[halves]) {
  for (int k = 0; k < 4; ++k) {
    to[2 * k].v = _mm_srai_epi16(_mm_unpacklo_epi8(from.v[k], from.v[k]), 8);
    to[2 * k + 1].v = _mm_srai_epi16(_mm_unpackhi_epi8(from.v[k], from.v[k]), 8);
  }
}

#endif

}  // namespace
}  // namespace zapato::ZAPATO_SIMD_NAMESPACE
