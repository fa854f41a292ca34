__device__ int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__device__ unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
__device__ unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
__device__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) { return by >= 32 ? low : __funnelshift_l(low, high, by); }
__device__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) { return by >= 32 ? high : __funnelshift_r(low, high, by); }
__device__ unsigned __nv_bswap32(unsigned x) { return __byte_perm(x, 0, 0x0123); }
__device__ int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }
__device__ int __dp2a_hi(int a, int b, int c) { return c + (short)a * (signed char)(b >> 16) + (a >> 16) * (b >> 24); }
__device__ unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff); }
__device__ unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffff) * (b >> 16 & 0xff) + (a >> 16) * (b >> 24); }
__device__ unsigned __fns(unsigned mask, unsigned base, int offset) {
    int step = offset < 0 ? -1 : 1;
    int left = offset < 0 ? -offset : offset;
    int bit = (int)base;
    if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
    while (bit >= 0 && bit < 32) {
        if (mask >> bit & 1) left--;
        if (left == 0) return bit;
        bit += step;
    }
    return 0xffffffffu;
}

__device__ float __frsqrt_rn(float x) { return rsqrtf(x); }
__device__ int llrintf(float x) { return lrintf(x); }
__device__ int llroundf(float x) { return lroundf(x); }
__device__ int __double2int_rn(float x) { return __float2int_rn(x); }
__device__ int __double2int_rz(float x) { return __float2int_rz(x); }
__device__ float scalblnf(float x, int by) { return ldexpf(x, by); }
__device__ float powif(float x, int n) { return powf(x, (float)n); }
__device__ float powi(float x, int n) { return powf(x, (float)n); }
__device__ float __int2float_rd(int x) { float f = (float)x; return f == 2147483648.0f || (int)f > x ? nextafterf(f, -INFINITY) : f; }
__device__ float __int2float_ru(int x) { float f = (float)x; return f != 2147483648.0f && (int)f < x ? nextafterf(f, INFINITY) : f; }
__device__ float __uint2float_rd(unsigned x) { float f = (float)x; return f == 4294967296.0f || (unsigned)f > x ? nextafterf(f, 0.0f) : f; }
__device__ float __uint2float_ru(unsigned x) { float f = (float)x; return f != 4294967296.0f && (unsigned)f < x ? nextafterf(f, INFINITY) : f; }
__device__ float __int2float_rz(int x) { return x < 0 ? __int2float_ru(x) : __int2float_rd(x); }
__device__ float __uint2float_rz(unsigned x) { return __uint2float_rd(x); }
__device__ float sinpif(float x) {
    float r = x - 2.0f * rintf(0.5f * x);
    if (fabsf(r) > 0.5f) r = copysignf(1.0f, r) - r;
    return sinf(3.14159265f * r);
}
__device__ float cospif(float x) { return sinf(3.14159265f * (0.5f - fabsf(x - 2.0f * rintf(0.5f * x)))); }
__device__ float nextafterf(float x, float to) {
    if (isnan(x) || isnan(to)) return x + to;
    if (x == to) return to;
    if (x == 0.0f) return copysignf(__int_as_float(1), to);
    return __int_as_float(__float_as_int(x) + ((x < to) == (x > 0.0f) ? 1 : -1));
}
__device__ float frexpf(float x, int *exponent) {
    int bits = __float_as_int(x);
    int raised = 0;
    if ((bits & 0x7fffffff) == 0 || (bits & 0x7f800000) == 0x7f800000) {
        *exponent = 0;
        return x;
    }
    if ((bits & 0x7f800000) == 0) {
        int shift = __clz(bits & 0x007fffff) - 8;
        bits = (bits & 0x80000000) | ((bits << shift) & 0x007fffff) | 0x00800000;
        raised = shift;
    }
    *exponent = (bits >> 23 & 0xff) - 126 - raised;
    return __int_as_float((bits & 0x807fffff) | 0x3f000000);
}
__device__ float frexp(float x, int *exponent) { return frexpf(x, exponent); }
__device__ int ilogbf(float x) {
    int exponent;
    if (x == 0.0f || isnan(x)) return 0x80000000;
    if (isinf(x)) return 0x7fffffff;
    frexpf(x, &exponent);
    return exponent - 1;
}
__device__ float logbf(float x) {
    if (x == 0.0f) return -INFINITY;
    if (isnan(x) || isinf(x)) return x * x;
    return (float)ilogbf(x);
}
__device__ float remquof(float x, float y, int *quotient) {
    float whole = rintf(x / y);
    *quotient = (int)whole;
    return x - whole * y;
}
__device__ float normf(int n, const float *a) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += a[i] * a[i];
    return sqrtf(sum);
}
__device__ float rnormf(int n, const float *a) { return 1.0f / normf(n, a); }
__device__ float erfinvf(float x) {
    float w = -log1pf(-x * x);
    if (w < 5.0f) {
        w -= 2.5f;
        float p = 2.81022636e-08f;
        p = 3.43273939e-07f + p * w;
        p = -3.5233877e-06f + p * w;
        p = -4.39150654e-06f + p * w;
        p = 0.00021858087f + p * w;
        p = -0.00125372503f + p * w;
        p = -0.00417768164f + p * w;
        p = 0.246640727f + p * w;
        return (1.50140941f + p * w) * x;
    }
    if (fabsf(x) == 1.0f) return x * INFINITY;
    w = sqrtf(w) - 3.0f;
    float p = -0.000200214257f;
    p = 0.000100950558f + p * w;
    p = 0.00134934322f + p * w;
    p = -0.00367342844f + p * w;
    p = 0.00573950773f + p * w;
    p = -0.0076224613f + p * w;
    p = 0.00943887047f + p * w;
    p = 1.00167406f + p * w;
    return (2.83297682f + p * w) * x;
}
__device__ float erfcinvf(float x) { return erfinvf(1.0f - x); }
__device__ float normcdfinvf(float x) { return 1.41421356f * erfinvf(2.0f * x - 1.0f); }
__device__ float __erfcx_above(float z) {
    float t = 1.0f / (1.0f + 0.5f * z);
    float p = 1.00002368f + t * (0.37409196f + t * (0.09678418f + t * (-0.18628806f + t * (0.27886807f
        + t * (-1.13520398f + t * (1.48851587f + t * (-0.82215223f + t * 0.17087277f)))))));
    return t * expf(t * p - 1.26551223f);
}
__device__ float erfcxf(float x) { return x < 0.0f ? 2.0f * expf(x * x) - __erfcx_above(-x) : __erfcx_above(x); }
__device__ float erfcf(float x) {
    if (fabsf(x) < 0.5f) return 1.0f - erff(x);
    float z = fabsf(x);
    float above = expf(-z * z) * __erfcx_above(z);
    return x < 0.0f ? 2.0f - above : above;
}
__device__ float erfc(float x) { return erfcf(x); }
__device__ float lgammaf(float x) {
    if (x <= 0.0f) {
        if (floorf(x) == x) return INFINITY;
        return logf(3.14159265f / fabsf(sinpif(x))) - __lgammaf_above(1.0f - x);
    }
    return __lgammaf_above(x);
}
__device__ float __lgammaf_above(float x) {
    float sum = 1.0f;
    sum += 76.1800917f / (x + 1.0f) - 86.5053203f / (x + 2.0f) + 24.0140982f / (x + 3.0f);
    sum += -1.23173957f / (x + 4.0f) + 0.00120865097f / (x + 5.0f) - 5.39523938e-06f / (x + 6.0f);
    float t = x + 5.5f;
    if (isinf(x)) return x;
    return (x + 0.5f) * logf(t) - t + logf(2.50662827f * sum) - logf(x);
}
__device__ float lgamma(float x) { return lgammaf(x); }
__device__ float tgammaf(float x) {
    if (x > 0.0f) return expf(__lgammaf_above(x));
    if (x == 0.0f) return copysignf(INFINITY, x);
    if (floorf(x) == x) return NAN;
    return 3.14159265f / (sinpif(x) * expf(__lgammaf_above(1.0f - x)));
}
__device__ float tgamma(float x) { return tgammaf(x); }

__device__ bool __hisnan(half x) { return isnan(__half2float(x)); }
__device__ int __hisinf(half x) { return isinf(__half2float(x)) ? (__half2float(x) > 0.0f ? 1 : -1) : 0; }
__device__ half __float2half_rz(float x) {
    half h = __float2half_rn(x);
    return fabsf(__half2float(h)) > fabsf(x) ? __ushort_as_half(__half_as_ushort(h) - 1) : h;
}
__device__ half __float2half_rd(float x) {
    half h = __float2half_rz(x);
    return x < __half2float(h) ? __ushort_as_half(__half_as_ushort(h) + (__half_as_ushort(h) == 0 ? 0x8001 : 1)) : h;
}
__device__ half __float2half_ru(float x) {
    half h = __float2half_rz(x);
    return x > __half2float(h) ? __ushort_as_half((__half_as_ushort(h) & 0x7fff) + 1) : h;
}
__device__ unsigned short __half2ushort_rn(half x) { return (unsigned short)__float2uint_rn(__half2float(x)); }
__device__ unsigned short __half2ushort_rz(half x) { return (unsigned short)__float2uint_rz(__half2float(x)); }
__device__ half __int2half_rz(int x) { return __float2half_rz(__int2float_rz(x)); }
__device__ half __int2half_rd(int x) { return __float2half_rd(__int2float_rd(x)); }
__device__ half __int2half_ru(int x) { return __float2half_ru(__int2float_ru(x)); }
__device__ half __uint2half_rz(unsigned x) { return __float2half_rz(__uint2float_rz(x)); }
__device__ half __ushort2half_rn(unsigned short x) { return __float2half((float)x); }
__device__ half __hadd_rn(half a, half b) { return a + b; }
__device__ half __hsub_rn(half a, half b) { return a - b; }
__device__ half __hmul_rn(half a, half b) { return a * b; }
__device__ half __hadd_sat(half a, half b) { return __float2half(__saturatef(__half2float(a + b))); }
__device__ half __hsub_sat(half a, half b) { return __float2half(__saturatef(__half2float(a - b))); }
__device__ half __hmul_sat(half a, half b) { return __float2half(__saturatef(__half2float(a * b))); }
__device__ half __hfma_sat(half a, half b, half c) { return __float2half(__saturatef(__half2float(__hfma(a, b, c)))); }
__device__ half __hfma_relu(half a, half b, half c) { return __hmax(__hfma(a, b, c), __float2half(0.0f)); }
__device__ half __hmax_nan(half a, half b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }
__device__ half __hmin_nan(half a, half b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }
__device__ bool __hequ(half a, half b) { return !(a < b) && !(a > b); }
__device__ bool __hneu(half a, half b) { return a != b; }
__device__ bool __hltu(half a, half b) { return !(a >= b); }
__device__ bool __hgtu(half a, half b) { return !(a <= b); }
__device__ bool __hleu(half a, half b) { return !(a > b); }
__device__ bool __hgeu(half a, half b) { return !(a < b); }
__device__ half hsin(half x) { return __float2half(sinf(__half2float(x))); }
__device__ half hcos(half x) { return __float2half(cosf(__half2float(x))); }
__device__ half htanh(half x) { return __float2half(tanhf(__half2float(x))); }
__device__ half hexp2(half x) { return __float2half(exp2f(__half2float(x))); }
__device__ half hexp10(half x) { return __float2half(exp10f(__half2float(x))); }
__device__ half hlog2(half x) { return __float2half(log2f(__half2float(x))); }
__device__ half hlog10(half x) { return __float2half(log10f(__half2float(x))); }
__device__ half hrcp(half x) { return __float2half(1.0f / __half2float(x)); }
__device__ half htrunc(half x) { return __float2half(truncf(__half2float(x))); }
__device__ half hrint(half x) { return __float2half(rintf(__half2float(x))); }
__device__ half2 h2sin(half2 x) { return __halves2half2(hsin(x.x), hsin(x.y)); }
__device__ half2 h2cos(half2 x) { return __halves2half2(hcos(x.x), hcos(x.y)); }
__device__ half2 h2exp2(half2 x) { return __halves2half2(hexp2(x.x), hexp2(x.y)); }
__device__ half2 h2exp10(half2 x) { return __halves2half2(hexp10(x.x), hexp10(x.y)); }
__device__ half2 h2log2(half2 x) { return __halves2half2(hlog2(x.x), hlog2(x.y)); }
__device__ half2 h2log10(half2 x) { return __halves2half2(hlog10(x.x), hlog10(x.y)); }
__device__ half2 h2rsqrt(half2 x) { return __halves2half2(hrsqrt(x.x), hrsqrt(x.y)); }
__device__ half2 h2rcp(half2 x) { return __halves2half2(hrcp(x.x), hrcp(x.y)); }
__device__ half2 h2floor(half2 x) { return __halves2half2(hfloor(x.x), hfloor(x.y)); }
__device__ half2 h2ceil(half2 x) { return __halves2half2(hceil(x.x), hceil(x.y)); }
__device__ half2 h2trunc(half2 x) { return __halves2half2(htrunc(x.x), htrunc(x.y)); }
__device__ half2 h2rint(half2 x) { return __halves2half2(hrint(x.x), hrint(x.y)); }
__device__ half2 __heq2(half2 a, half2 b) { return __floats2half2_rn(a.x == b.x, a.y == b.y); }
__device__ half2 __hne2(half2 a, half2 b) { return __floats2half2_rn(a.x < b.x || a.x > b.x, a.y < b.y || a.y > b.y); }
__device__ half2 __hlt2(half2 a, half2 b) { return __floats2half2_rn(a.x < b.x, a.y < b.y); }
__device__ half2 __hgt2(half2 a, half2 b) { return __floats2half2_rn(a.x > b.x, a.y > b.y); }
__device__ half2 __hle2(half2 a, half2 b) { return __floats2half2_rn(a.x <= b.x, a.y <= b.y); }
__device__ half2 __hge2(half2 a, half2 b) { return __floats2half2_rn(a.x >= b.x, a.y >= b.y); }
__device__ bool __hbeq2(half2 a, half2 b) { return a.x == b.x && a.y == b.y; }
__device__ bool __hbne2(half2 a, half2 b) { return (a.x < b.x || a.x > b.x) && (a.y < b.y || a.y > b.y); }
__device__ bool __hblt2(half2 a, half2 b) { return a.x < b.x && a.y < b.y; }
__device__ bool __hbgt2(half2 a, half2 b) { return a.x > b.x && a.y > b.y; }
__device__ bool __hble2(half2 a, half2 b) { return a.x <= b.x && a.y <= b.y; }
__device__ bool __hbge2(half2 a, half2 b) { return a.x >= b.x && a.y >= b.y; }
__device__ half2 __lows2half2(half2 a, half2 b) { return __halves2half2(a.x, b.x); }
__device__ half2 __highs2half2(half2 a, half2 b) { return __halves2half2(a.y, b.y); }
__device__ half2 __low2half2(half2 a) { return __halves2half2(a.x, a.x); }
__device__ half2 __high2half2(half2 a) { return __halves2half2(a.y, a.y); }
__device__ half2 __lowhigh2highlow(half2 a) { return __halves2half2(a.y, a.x); }
__device__ half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
