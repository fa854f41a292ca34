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
__device__ int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ int __dp2a_lo(short2 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y; }
__device__ int __dp2a_hi(short2 a, char4 b, int c) { return c + a.x * b.z + a.y * b.w; }
__device__ unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y; }
__device__ unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.z + a.y * b.w; }
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
__device__ float j0f(float x) {
    float a = fabsf(x);
    if (a <= 3.0f) {
        float t = a * a / 9.0f;
        return 1.0f + t * (-2.2499997f + t * (1.2656208f + t * (-0.3163866f + t * (0.0444479f + t * (-0.0039444f + t * 0.00021f)))));
    }
    return __bessel_size_0(3.0f / a) * cosf(__bessel_angle_0(a)) / sqrtf(a);
}
__device__ float y0f(float x) {
    if (x <= 3.0f) {
        float t = x * x / 9.0f;
        return 0.63661977f * logf(0.5f * x) * j0f(x) + 0.36746691f + t * (0.60559366f + t * (-0.74350384f + t * (0.25300117f + t * (-0.04261214f + t * (0.00427916f - t * 0.00024846f)))));
    }
    return __bessel_size_0(3.0f / x) * sinf(__bessel_angle_0(x)) / sqrtf(x);
}
__device__ float __bessel_size_0(float z) {
    return 0.79788456f + z * (-0.00000077f + z * (-0.0055274f + z * (-0.00009512f + z * (0.00137237f + z * (-0.00072805f + z * 0.00014476f)))));
}
__device__ float __bessel_angle_0(float x) {
    float z = 3.0f / x;
    return x - 0.78539816f + z * (-0.04166397f + z * (-0.00003954f + z * (0.00262573f + z * (-0.00054125f + z * (-0.00029333f + z * 0.00013558f)))));
}
__device__ float j1f(float x) {
    float a = fabsf(x);
    if (a <= 3.0f) {
        float t = a * a / 9.0f;
        return x * (0.5f + t * (-0.56249985f + t * (0.21093573f + t * (-0.03954289f + t * (0.00443319f + t * (-0.00031761f + t * 0.00001109f))))));
    }
    float j = __bessel_size_1(3.0f / a) * cosf(__bessel_angle_1(a)) / sqrtf(a);
    return x < 0.0f ? -j : j;
}
__device__ float y1f(float x) {
    if (x <= 3.0f) {
        float t = x * x / 9.0f;
        return 0.63661977f * logf(0.5f * x) * j1f(x) + (-0.6366198f + t * (0.2212091f + t * (2.1682709f + t * (-1.3164827f + t * (0.3123951f + t * (-0.0400976f + t * 0.0027873f)))))) / x;
    }
    return __bessel_size_1(3.0f / x) * sinf(__bessel_angle_1(x)) / sqrtf(x);
}
__device__ float __bessel_size_1(float z) {
    return 0.79788456f + z * (0.00000156f + z * (0.01659667f + z * (0.00017105f + z * (-0.00249511f + z * (0.00113653f - z * 0.00020033f)))));
}
__device__ float __bessel_angle_1(float x) {
    float z = 3.0f / x;
    return x - 2.35619449f + z * (0.12499612f + z * (0.0000565f + z * (-0.00637879f + z * (0.00074348f + z * (0.00079824f - z * 0.00029166f)))));
}
__device__ float jnf(int n, float x) {
    float a = fabsf(x);
    if (n < 0) return __int_as_float(0x7fffffff);
    if (n == 0) return j0f(x);
    if (n == 1) return j1f(x);
    if (a == 0.0f) return 0.0f;
    float found;
    if (a > n) {
        float below = j0f(a);
        found = j1f(a);
        for (int k = 1; k < n; k++) { float next = 2.0f * k / a * found - below; below = found; found = next; }
    } else {
        float above = 0.0f;
        float at = 1.0f;
        float sum = 0.0f;
        found = 0.0f;
        for (int k = 2 * ((n + (int)sqrtf(40.0f * n)) / 2); k > 0; k--) {
            float below = 2.0f * k / a * at - above;
            above = at;
            at = below;
            if (fabsf(at) > 1e10f) { at *= 1e-10f; above *= 1e-10f; found *= 1e-10f; sum *= 1e-10f; }
            if (k % 2 == 1) sum += at;
            if (k == n) found = above;
        }
        found = found / (2.0f * sum - at);
    }
    return x < 0.0f && n % 2 == 1 ? -found : found;
}
__device__ float ynf(int n, float x) {
    if (n < 0) return __int_as_float(0x7fffffff);
    if (n == 0) return y0f(x);
    float below = y0f(x);
    float found = y1f(x);
    for (int k = 1; k < n; k++) { float next = 2.0f * k / x * found - below; below = found; found = next; }
    return found;
}
__device__ float cyl_bessel_i0f(float x) {
    float a = fabsf(x);
    if (a <= 3.75f) {
        float t = a * a / 14.0625f;
        return 1.0f + t * (3.5156229f + t * (3.0899424f + t * (1.2067492f + t * (0.2659732f + t * (0.0360768f + t * 0.0045813f)))));
    }
    float t = 3.75f / a;
    return expf(a) / sqrtf(a) * (0.39894228f + t * (0.01328592f + t * (0.00225319f + t * (-0.00157565f + t * (0.00916281f + t * (-0.02057706f + t * (0.02635537f + t * (-0.01647633f + t * 0.00392377f))))))));
}
__device__ float cyl_bessel_i1f(float x) {
    float a = fabsf(x);
    if (a <= 3.75f) {
        float t = a * a / 14.0625f;
        return x * (0.5f + t * (0.87890594f + t * (0.51498869f + t * (0.15084934f + t * (0.02658733f + t * (0.00301532f + t * 0.00032411f))))));
    }
    float t = 3.75f / a;
    float i = expf(a) / sqrtf(a) * (0.39894228f + t * (-0.03988024f + t * (-0.00362018f + t * (0.00163801f + t * (-0.01031555f + t * (0.02282967f + t * (-0.02895312f + t * (0.01787654f - t * 0.00420059f))))))));
    return x < 0.0f ? -i : i;
}
__device__ float j0(float x) { return j0f(x); }
__device__ float j1(float x) { return j1f(x); }
__device__ float jn(int n, float x) { return jnf(n, x); }
__device__ float y0(float x) { return y0f(x); }
__device__ float y1(float x) { return y1f(x); }
__device__ float yn(int n, float x) { return ynf(n, x); }
__device__ float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
__device__ float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }

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

struct alignas(8) curandStateXORWOW {
    unsigned d;
    unsigned v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    unsigned boxmuller_extra_double[2];
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
__device__ void __xorwow_step(unsigned *v) {
    unsigned t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
__device__ void __xorwow_jump(curandState *state, const unsigned *powers, unsigned n) {
    unsigned v[5];
    for (int i = 0; i < 5; i++) v[i] = state->v[i];
    for (int k = 0; n != 0; k++, n >>= 1) {
        if ((n & 1) == 0) continue;
        unsigned sum[5] = {0, 0, 0, 0, 0};
        for (int bit = 0; bit < 160; bit++) {
            if (powers[5 * k + bit / 32] >> (bit % 32) & 1)
                for (int i = 0; i < 5; i++) sum[i] ^= v[i];
            __xorwow_step(v);
        }
        for (int i = 0; i < 5; i++) v[i] = sum[i];
    }
    for (int i = 0; i < 5; i++) state->v[i] = v[i];
}
__device__ void skipahead_sequence(unsigned n, curandState *state) {
    const unsigned powers[160] = {
        0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u, 0x5f39c379u, 0x95e20ba6u, 0x20e9ff72u, 0x1244ce5eu,
        0xe8fd228fu, 0xa7474d19u, 0x37c549e0u, 0x140877d2u, 0x24c43924u, 0xcd52ebecu, 0xe0360ec5u, 0xb1c96c24u, 0xdbb91766u,
        0x666ff5dcu, 0xf19a7e52u, 0xfcc8f692u, 0x35aa698au, 0x4ebbf85u, 0x448304b0u, 0x82f3fd5u, 0x48c289bdu, 0xe851cf98u,
        0x845ad581u, 0xfd70752au, 0x2c3e63f6u, 0xe502f5b3u, 0x77859d31u, 0x97e1cbb3u, 0xea09047au, 0x61d5f37eu, 0xb89326d0u,
        0x5a8655a9u, 0xfb6e98f5u, 0x2102162u, 0x7e6fcf6fu, 0xb3a15db4u, 0xc6df3330u, 0x1a8be751u, 0xf1e4b221u, 0x6bb61c05u,
        0x133de1d0u, 0x361e4422u, 0xc6131fcfu, 0xd9719f45u, 0x9658a164u, 0x19e2bee8u, 0xf8974218u, 0x4e65536au, 0xa2570336u,
        0xe9b88082u, 0x7863644bu, 0x2a21ce84u, 0x112e86f1u, 0xed01ce0eu, 0xba143e84u, 0xe2cae2eu, 0xd1011279u, 0x58923768u,
        0x2bf650bau, 0xc985bcdau, 0x213a286au, 0x6596b510u, 0x6fc10eaeu, 0x38a13547u, 0x11c7749eu, 0x146281e7u, 0xa45b4452u,
        0xafa8c695u, 0x74a0ac94u, 0x4b250e0au, 0x2306bc52u, 0x790f3b4cu, 0x2fe473b9u, 0xbc81d7c0u, 0x93efe98u, 0x89658c8bu,
        0xf3914315u, 0xa73fe84bu, 0x3c5fadb6u, 0xadba8dd6u, 0x9e49814u, 0x9caf5edu, 0x6b2460d9u, 0x1b9981c1u, 0x2d1fefc3u,
        0x82161afcu, 0x9bb13c55u, 0xfd20d7fbu, 0x306d90b9u, 0x92bf386fu, 0x96d32350u, 0xe081864u, 0x69faa798u, 0xe7faecf5u,
        0xf1f951beu, 0x3e9058c1u, 0x71da9705u, 0xe2cb1f2bu, 0x73456536u, 0xbd6501b6u, 0x990ffc6eu, 0xbfdd1b5du, 0xc83e520bu,
        0xe972936au, 0xac79abb9u, 0xb1321eb5u, 0xb06d01a2u, 0x51532012u, 0x8fb59962u, 0x141d3b0bu, 0x3257dfe1u, 0xd8a3d601u,
        0x3a58c735u, 0x845f36e4u, 0x112c611u, 0xa0ffe9a4u, 0xf57be00eu, 0xe706880cu, 0x191211efu, 0xee5664fbu, 0x9a3385b8u,
        0xc540c30au, 0xb241d1e0u, 0x626569u, 0x6b355fe9u, 0xe129d45du, 0xac3e698bu, 0xd61f79fdu, 0x7a72a28bu, 0x7f4942beu,
        0x612501bbu, 0xae7b767du, 0xaa66c165u, 0x9bfaf8eu, 0x3e55c16du, 0x874e26a7u, 0x33bc5a47u, 0xad95cba5u, 0x67651c39u,
        0xf1f07dcau, 0xb5ed0732u, 0x30e7a573u, 0x5c056714u, 0x2304f8fau, 0xebc584e1u, 0x4b324c2eu, 0x2bdcc5a0u, 0x53eb4240u,
        0xcac4fbc1u, 0x13e529e7u, 0xe1683e38u, 0xa2339994u, 0x7308a647u, 0xc7c3f0b1u, 0x4a3dcd33u
    };
    __xorwow_jump(state, powers, n);
}
__device__ void skipahead(unsigned n, curandState *state) {
    const unsigned powers[160] = {
        0x2u, 0x0u, 0x0u, 0x0u, 0x0u, 0x4u, 0x0u, 0x0u, 0x0u, 0x0u, 0x10u, 0x0u, 0x0u, 0x0u, 0x0u, 0x100u, 0x0u, 0x0u, 0x0u,
        0x0u, 0x10000u, 0x0u, 0x0u, 0x0u, 0x0u, 0x0u, 0x1u, 0x0u, 0x0u, 0x0u, 0x0u, 0x0u, 0x1u, 0x0u, 0x0u, 0x0u, 0x0u, 0x0u,
        0x0u, 0x1u, 0xbebd3534u, 0x7064f5bcu, 0x20be29ebu, 0x536d5b32u, 0x63a0069u, 0x9df022beu, 0x4c2ee09fu, 0x939c7c8u,
        0xe711c2f8u, 0xc6f135aeu, 0xed64ec08u, 0xafc48684u, 0xd81c59eeu, 0x1640314fu, 0x2bf0ccefu, 0x16ade0a0u, 0x3ff6a2d3u,
        0x4746bd83u, 0x2e65a497u, 0x263e40a4u, 0x9d10e028u, 0xee56d79cu, 0xfb1b3286u, 0xf747418u, 0x26f9476du, 0x284e9f80u,
        0x95328d41u, 0x97ec0360u, 0x1e655d95u, 0x60a9306fu, 0x3f490634u, 0x9ae593fcu, 0x1a95bb6bu, 0xda10a3fcu, 0xa3abaf54u,
        0xa80ecea0u, 0x392ca981u, 0x191e801eu, 0xceb66042u, 0x2f4edc3fu, 0xfb9680e9u, 0xbdaba0b2u, 0x3986540fu, 0x23fe6cccu,
        0x994e82fu, 0x4d53badbu, 0x3e30e97du, 0x19abbaf6u, 0x5cd52f87u, 0x98663641u, 0x32da6db4u, 0x80135829u, 0x3abd4734u,
        0x2060c3f9u, 0x38b2dd97u, 0xbd3a57bdu, 0x66101a8u, 0xb4f188eu, 0x16890623u, 0x8bf58771u, 0xc5b636fu, 0x4407a814u,
        0x60204515u, 0x5bd4dbd2u, 0x2509eeb5u, 0xa87f2bfeu, 0x143dfcbu, 0x4b5142bau, 0xfd21a24bu, 0x3dac4527u, 0x21e9179du,
        0x2b57aa94u, 0x5f06e1fcu, 0x6735dc98u, 0x9aa0181fu, 0x4a85a684u, 0x2ff777f0u, 0x8e58b0edu, 0xd4e84a39u, 0x6d37f6a0u,
        0x793adf2bu, 0x3d3e75c8u, 0xb091758u, 0x9deb3f50u, 0xbcd116ecu, 0x89c7a15du, 0x43629d41u, 0x8a870ba5u, 0xa7916f56u,
        0x9db15489u, 0xfa8fc346u, 0x694921b1u, 0xf2bd4c48u, 0x8b05ae1bu, 0x2de7aee2u, 0xbc1bc6b9u, 0xd73ea395u, 0xfbdd753du,
        0xe45dbacdu, 0x7b16eae0u, 0xf144e1f3u, 0xb9b4b3c4u, 0x8222f622u, 0x9072105au, 0x66083550u, 0xd88a6c5eu, 0x9ac20a72u,
        0x209ef9a8u, 0xe8e4fd8au, 0x1ec855a5u, 0xbd734cf1u, 0x9254a905u, 0xfb38236du, 0x11e62fd3u, 0xf9e7d21eu, 0x8d333839u,
        0x69fed6dfu, 0x79338fdeu, 0xa38a8714u, 0xe538bcau
    };
    __xorwow_jump(state, powers, n);
    state->d += 362437u * n;
}
__device__ void curand_init(unsigned seed, unsigned sequence, unsigned offset, curandState *state) {
    unsigned t0 = 1099087573u * (seed ^ 0xaad26b49u);
    unsigned t1 = 2591861531u * 0xf7dcefddu;
    state->d = 6615241u + t1 + t0;
    state->v[0] = 123456789u + t0;
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    if (sequence != 0) skipahead_sequence(sequence, state);
    if (offset != 0) skipahead(offset, state);
}
__device__ unsigned curand(curandState *state) {
    unsigned t = state->v[0] ^ (state->v[0] >> 2);
    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = state->v[4];
    state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
    state->d += 362437u;
    return state->v[4] + state->d;
}
__device__ float curand_uniform(curandState *state) { return fmaf((float)curand(state), 2.3283064e-10f, 1.1641532e-10f); }
__device__ float2 curand_normal2(curandState *state) {
    float u = curand_uniform(state);
    float v = fmaf((float)curand(state), 1.46291807e-09f, 7.31459e-10f);
    float s = sqrtf(-2.0f * logf(u));
    return make_float2(s * sinf(v), s * cosf(v));
}
__device__ float curand_normal(curandState *state) {
    if (state->boxmuller_flag != 0) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 both = curand_normal2(state);
    state->boxmuller_flag = 1;
    state->boxmuller_extra = both.y;
    return both.x;
}
__device__ float curand_log_normal(curandState *state, float mean, float deviation) { return expf(mean + deviation * curand_normal(state)); }
