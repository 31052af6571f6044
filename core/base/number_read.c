/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number_fast.h"

enum { EXPONENT_MAX = 99999 };

/* How many of the `count` digits at p are significant, that is, not leading zeros. */
static int64_t significant(const char *p, const char *end, int64_t count)
{
    for (; p < end && (*p == '0' || *p == '.'); p++)
        count -= *p == '0';
    return count;
}

static const char *read_name(const char *p, double *value)
{
    size_t n = 0;

    if (strncasecmp(p, "infinity", 8) == 0)
        n = 8;
    else if (strncasecmp(p, "inf", 3) == 0 || strncasecmp(p, "nan", 3) == 0)
        n = 3;
    *value = n == 0 ? 0 : (*p | 32) == 'n' ? (double)NAN : (double)INFINITY;
    return n ? p + n : NULL;
}

/* The exponent after 'e'; NULL where no digit follows. */
static const char *read_exponent(const char *p, int *exponent)
{
    bool negative = *p == '-';
    int x = 0;

    p += *p == '-' || *p == '+';
    if (*p < '0' || *p > '9')
        return NULL;
    for (; *p >= '0' && *p <= '9'; p++)
        if (x < EXPONENT_MAX)
            x = x * 10 + (*p - '0');
    *exponent = negative ? -x : x;
    return p;
}

/* More digits than 64 bits hold, subnormals, near ties: left to the C library. */
static double read_slowly(const char *p, bool *overflow)
{
    double x = strtod(p, NULL);

    if (isinf(x))
        *overflow = true;
    return x;
}

const char *number_read(const char *p, double *value, bool *overflow)
{
    bool negative = *p == '-';
    uint64_t w = 0;
    int exponent = 0;

    p += *p == '-' || *p == '+';
    const char *begin = p, *mantissa_end;
    p = digits_read(p, &w);
    int64_t count = p - begin, fraction = 0;
    if (*p == '.') {
        const char *point = p++;
        p = digits_read(p, &w);
        fraction = p - point - 1;
        count += fraction;
    }
    mantissa_end = p;
    if (count == 0) {
        p = mantissa_end == begin ? read_name(begin, value) : NULL;
        *value = negative ? -*value : *value;
        return p;
    }
    if ((*p | 32) == 'e' && !(p = read_exponent(p + 1, &exponent)))
        return NULL;
    double x = 0;
    bool fits = count <= NUMBER_DIGITS_MAX || significant(begin, mantissa_end, count) <= NUMBER_DIGITS_MAX;
    int64_t q = exponent - fraction;
    if (!fits || (w != 0 && !(q > -400 && q < 400 && (number_exact(w, (int)q, &x) || number_rounded(w, (int)q, &x)))))
        x = read_slowly(begin, overflow);
    *value = negative ? -x : x;
    return p;
}

const char *number_read_integer(const char *p, double *value, bool *overflow)
{
    bool negative = *p == '-';
    uint64_t w = 0;

    p += *p == '-' || *p == '+';
    const char *begin = p;
    p = digits_read(p, &w);
    if (p == begin)
        return NULL;
    /* up to 19 digits the conversion of a 64-bit integer rounds once */
    bool fits = p - begin <= NUMBER_DIGITS_MAX || significant(begin, p, p - begin) <= NUMBER_DIGITS_MAX;
    double x = fits ? (double)w : read_slowly(begin, overflow);
    *value = negative ? -x : x;
    return p;
}

bool number_parse(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-');
    errno = 0;
    const long long value = strtoll(text, NULL, 10);
    if (!*digits || digits[strspn(digits, "0123456789")] || errno)
        return false;
    *out = value;
    return true;
}

bool number_share(const char *text, double *out)
{
    char *end;
    const double value = strtod(text, &end);
    const bool percent = *end == '%';
    if (end == text || end[percent])
        return false;
    *out = percent ? value / 100 : value;
    return true;
}

/* ---- powers of ten to 64 bits: a table near 1; the others are products of two table entries ---- */

enum { STEP = 28, FIRST = -13 };

/* coarse[a]: 10^(28(a - 13)), rounded to the nearest. */
static const uint64_t coarse[] = {
    0xE1AFA13AFBD14D6E, 0xE3E27A444D8D98B8, 0xE61ACF033D1A45DF, 0xE858AD248F5C22CA, 0xEA9C227723EE8BCB,
    0xECE53CEC4A314EBE, 0xEF340A98172AACE5, 0xF18899B1BC3F8CA2, 0xF3E2F893DEC3F126, 0xF64335BCF065D37D,
    0xF8A95FCF88747D94, 0xFB158592BE068D2F, 0xFD87B5F28300CA0E, 0x8000000000000000, 0x813F3978F8940984,
    0x82818F1281ED44A0, 0x83C7088E1AAB65DB, 0x850FADC09923329E, 0x865B86925B9BC5C2, 0x87AA9AFF79042287,
    0x88FCF317F22241E2, 0x8A5296FFE33CC930, 0x8BAB8EEFB6409C1A, 0x8D07E33455637EB3, 0x8E679C2F5E44FF8F,
};

bool number_power10(int q, uint64_t *m, int *e)
{
    if (q < STEP * FIRST || q >= STEP * (FIRST + (int)COUNT(coarse)))
        return false;
    int a = (q - STEP * FIRST) / STEP, b = q - STEP * (FIRST + a);
    unsigned __int128 x =
        (unsigned __int128)coarse[a] * number_near[b - NUMBER_NEAR_MIN]; /* 10^b is exact: 5^27 < 2^64 */
    /* 217706 / 2^16 is close enough to log2(10) for the floor to be right in the whole range */
    *e = (int)((q * 217706) >> 16) - 63;
    if (!(x >> 127))
        x <<= 1;
    *m = (uint64_t)(x >> 64) + (uint64_t)((x >> 63) & 1);
    return true;
}

/* 10^q for NUMBER_NEAR_MIN ≤ q ≤ NUMBER_NEAR_MAX, rounded to the nearest. */
const uint64_t number_near[NUMBER_NEAR_MAX - NUMBER_NEAR_MIN + 1] = {
    0xA87FEA27A539E9A5, 0xD29FE4B18E88640F, 0x83A3EEEEF9153E89, 0xA48CEAAAB75A8E2B, 0xCDB02555653131B6,
    0x808E17555F3EBF12, 0xA0B19D2AB70E6ED6, 0xC8DE047564D20A8C, 0xFB158592BE068D2F, 0x9CED737BB6C4183D,
    0xC428D05AA4751E4D, 0xF53304714D9265E0, 0x993FE2C6D07B7FAC, 0xBF8FDB78849A5F97, 0xEF73D256A5C0F77D,
    0x95A8637627989AAE, 0xBB127C53B17EC159, 0xE9D71B689DDE71B0, 0x9226712162AB070E, 0xB6B00D69BB55C8D1,
    0xE45C10C42A2B3B06, 0x8EB98A7A9A5B04E3, 0xB267ED1940F1C61C, 0xDF01E85F912E37A3, 0x8B61313BBABCE2C6,
    0xAE397D8AA96C1B78, 0xD9C7DCED53C72256, 0x881CEA14545C7575, 0xAA242499697392D3, 0xD4AD2DBFC3D07788,
    0x84EC3C97DA624AB5, 0xA6274BBDD0FADD62, 0xCFB11EAD453994BA, 0x81CEB32C4B43FCF5, 0xA2425FF75E14FC32,
    0xCAD2F7F5359A3B3E, 0xFD87B5F28300CA0E, 0x9E74D1B791E07E48, 0xC612062576589DDB, 0xF79687AED3EEC551,
    0x9ABE14CD44753B53, 0xC16D9A0095928A27, 0xF1C90080BAF72CB1, 0x971DA05074DA7BEF, 0xBCE5086492111AEB,
    0xEC1E4A7DB69561A5, 0x9392EE8E921D5D07, 0xB877AA3236A4B449, 0xE69594BEC44DE15B, 0x901D7CF73AB0ACD9,
    0xB424DC35095CD80F, 0xE12E13424BB40E13, 0x8CBCCC096F5088CC, 0xAFEBFF0BCB24AAFF, 0xDBE6FECEBDEDD5BF,
    0x89705F4136B4A597, 0xABCC77118461CEFD, 0xD6BF94D5E57A42BC, 0x8637BD05AF6C69B6, 0xA7C5AC471B478423,
    0xD1B71758E219652C, 0x83126E978D4FDF3B, 0xA3D70A3D70A3D70A, 0xCCCCCCCCCCCCCCCD, 0x8000000000000000,
    0xA000000000000000, 0xC800000000000000, 0xFA00000000000000, 0x9C40000000000000, 0xC350000000000000,
    0xF424000000000000, 0x9896800000000000, 0xBEBC200000000000, 0xEE6B280000000000, 0x9502F90000000000,
    0xBA43B74000000000, 0xE8D4A51000000000, 0x9184E72A00000000, 0xB5E620F480000000, 0xE35FA931A0000000,
    0x8E1BC9BF04000000, 0xB1A2BC2EC5000000, 0xDE0B6B3A76400000, 0x8AC7230489E80000, 0xAD78EBC5AC620000,
    0xD8D726B7177A8000, 0x878678326EAC9000, 0xA968163F0A57B400, 0xD3C21BCECCEDA100, 0x84595161401484A0,
    0xA56FA5B99019A5C8, 0xCECB8F27F4200F3A, 0x813F3978F8940984, 0xA18F07D736B90BE5, 0xC9F2C9CD04674EDF,
    0xFC6F7C4045812296, 0x9DC5ADA82B70B59E, 0xC5371912364CE305, 0xF684DF56C3E01BC7, 0x9A130B963A6C115C,
    0xC097CE7BC90715B3, 0xF0BDC21ABB48DB20, 0x96769950B50D88F4, 0xBC143FA4E250EB31, 0xEB194F8E1AE525FD,
    0x92EFD1B8D0CF37BE, 0xB7ABC627050305AE, 0xE596B7B0C643C719, 0x8F7E32CE7BEA5C70, 0xB35DBF821AE4F38C,
    0xE0352F62A19E306F, 0x8C213D9DA502DE45,
};
