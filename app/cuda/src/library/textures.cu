template <class T, int D = 1, int M = 0> struct texture {
    const T *texels;
    int width;
    int height;
    int layers;
    int mode;
};
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3, cudaTextureType1DLayered = 0xf1, cudaTextureType2DLayered = 0xf2 };
struct cudaTextureObject_t {
    const void *texels;
    int width;
    int height;
    int layers;
    int mode;
};
struct cudaSurfaceObject_t {
    void *texels;
    int width;
    int height;
    int layers;
};
__device__ int __texel(int mode, int i, int n) {
    if ((mode & 6) == 6) return (i % n + n) % n;
    if ((mode & 10) == 10) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    if (mode & 16) return i < 0 || i >= n ? -1 : i;
    return max(0, min(i, n - 1));
}
template <class T> __device__ T __texel_at(const T *texels, int width, int height, int layers, int mode, int x, int y, int z) {
    T zero = {};
    x = __texel(mode, x, width);
    y = __texel(mode, y, height);
    z = __texel(mode, z, layers);
    if (x < 0 || y < 0 || z < 0) return zero;
    return texels[(z * height + y) * width + x];
}
__device__ float __texel_mix(float a, float b, float by) { return a + by * (b - a); }
__device__ float2 __texel_mix(float2 a, float2 b, float by) { return make_float2(a.x + by * (b.x - a.x), a.y + by * (b.y - a.y)); }
__device__ float4 __texel_mix(float4 a, float4 b, float by) { return make_float4(a.x + by * (b.x - a.x), a.y + by * (b.y - a.y), a.z + by * (b.z - a.z), a.w + by * (b.w - a.w)); }
template <class T> __device__ T __texel_mix(T a, T b, float by) { return a; }
__device__ float __texel_part(float x) { return floorf((x - floorf(x)) * 256.0f + 0.5f) / 256.0f; }
template <class T> __device__ T __texel_along(const T *texels, int width, int height, int layers, int mode, float x, int y, int z) {
    if (!(mode & 1)) return __texel_at(texels, width, height, layers, mode, (int)floorf(x), y, z);
    x -= 0.5f;
    T a = __texel_at(texels, width, height, layers, mode, (int)floorf(x), y, z);
    T b = __texel_at(texels, width, height, layers, mode, (int)floorf(x) + 1, y, z);
    return __texel_mix(a, b, __texel_part(x));
}
template <class T> __device__ T __texel_across(const T *texels, int width, int height, int layers, int mode, float x, float y, int z) {
    if (!(mode & 1)) return __texel_along(texels, width, height, layers, mode, x, (int)floorf(y), z);
    y -= 0.5f;
    T a = __texel_along(texels, width, height, layers, mode, x, (int)floorf(y), z);
    T b = __texel_along(texels, width, height, layers, mode, x, (int)floorf(y) + 1, z);
    return __texel_mix(a, b, __texel_part(y));
}
template <class T> __device__ T __texel_in(const T *texels, int width, int height, int layers, int mode, float x, float y, float z) {
    if (!(mode & 1)) return __texel_across(texels, width, height, layers, mode, x, y, (int)floorf(z));
    z -= 0.5f;
    T a = __texel_across(texels, width, height, layers, mode, x, y, (int)floorf(z));
    T b = __texel_across(texels, width, height, layers, mode, x, y, (int)floorf(z) + 1);
    return __texel_mix(a, b, __texel_part(z));
}
__device__ float __texel_scale(int mode, float x, int n) { return mode & 2 ? x * n : x; }
template <class T> __device__ float __texel_float(T a) { return __normalized_reads_of_this_type(a); }
__device__ float __texel_float(char a) { return fmaxf(a / 127.0f, -1.0f); }
__device__ float __texel_float(short a) { return fmaxf(a / 32767.0f, -1.0f); }
__device__ float2 __texel_float(uchar2 a) { return make_float2(a.x / 255.0f, a.y / 255.0f); }
__device__ float4 __texel_float(char4 a) { return make_float4(fmaxf(a.x / 127.0f, -1.0f), fmaxf(a.y / 127.0f, -1.0f), fmaxf(a.z / 127.0f, -1.0f), fmaxf(a.w / 127.0f, -1.0f)); }
__device__ float2 __texel_float(ushort2 a) { return make_float2(a.x / 65535.0f, a.y / 65535.0f); }
__device__ float2 __texel_float(short2 a) { return make_float2(fmaxf(a.x / 32767.0f, -1.0f), fmaxf(a.y / 32767.0f, -1.0f)); }
__device__ float4 __texel_float(ushort4 a) { return make_float4(a.x / 65535.0f, a.y / 65535.0f, a.z / 65535.0f, a.w / 65535.0f); }
__device__ float __texel_float(unsigned char a) { return a / 255.0f; }
__device__ float __texel_float(signed char a) { return fmaxf(a / 127.0f, -1.0f); }
__device__ float __texel_float(unsigned short a) { return a / 65535.0f; }
__device__ float4 __texel_float(uchar4 a) { return make_float4(a.x / 255.0f, a.y / 255.0f, a.z / 255.0f, a.w / 255.0f); }
template <class T> __device__ T tex1Dfetch(cudaTextureObject_t t, int i) {
    return __texel_at((const T *)t.texels, t.width, 1, 1, 16, i, 0, 0);
}
template <class T, int D, int M> __device__ T tex1Dfetch(texture<T, D, M> t, int i) {
    return __texel_at(t.texels, t.width, 1, 1, 16, i, 0, 0);
}
template <class T> __device__ T tex1D(cudaTextureObject_t t, float x) {
    return __texel_along((const T *)t.texels, t.width, 1, 1, t.mode, __texel_scale(t.mode, x, t.width), 0, 0);
}
template <class T, int D, int M> __device__ T tex1D(texture<T, D, M> t, float x) {
    return __texel_along(t.texels, t.width, 1, 1, t.mode, __texel_scale(t.mode, x, t.width), 0, 0);
}
template <class T> __device__ T tex2D(cudaTextureObject_t t, float x, float y) {
    return __texel_across((const T *)t.texels, t.width, t.height, 1, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), 0);
}
template <class T, int D, int M> __device__ T tex2D(texture<T, D, M> t, float x, float y) {
    return __texel_across(t.texels, t.width, t.height, 1, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), 0);
}
template <class T, int D> __device__ auto tex1Dfetch(texture<T, D, 1> t, int i) { return __texel_float(__texel_at(t.texels, t.width, 1, 1, 16, i, 0, 0)); }
template <class T, int D> __device__ auto tex1D(texture<T, D, 1> t, float x) {
    return __texel_float(__texel_along(t.texels, t.width, 1, 1, t.mode & 30, __texel_scale(t.mode, x, t.width), 0, 0));
}
template <class T, int D> __device__ auto tex2D(texture<T, D, 1> t, float x, float y) {
    return __texel_float(__texel_across(t.texels, t.width, t.height, 1, t.mode & 30, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), 0));
}
template <class T> __device__ T tex3D(cudaTextureObject_t t, float x, float y, float z) {
    return __texel_in((const T *)t.texels, t.width, t.height, t.layers, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), __texel_scale(t.mode, z, t.layers));
}
template <class T, int D, int M> __device__ T tex3D(texture<T, D, M> t, float x, float y, float z) {
    return __texel_in(t.texels, t.width, t.height, t.layers, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), __texel_scale(t.mode, z, t.layers));
}
template <class T> __device__ T tex2DLayered(cudaTextureObject_t t, float x, float y, int layer) {
    return __texel_across((const T *)t.texels, t.width, t.height, t.layers, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), max(0, min(layer, t.layers - 1)));
}
template <class T, int D, int M> __device__ T tex2DLayered(texture<T, D, M> t, float x, float y, int layer) {
    return __texel_across(t.texels, t.width, t.height, t.layers, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), max(0, min(layer, t.layers - 1)));
}
template <class T> __device__ T tex2DLod(cudaTextureObject_t t, float x, float y, float level) {
    return __texel_across((const T *)t.texels, t.width, t.height, 1, t.mode, __texel_scale(t.mode, x, t.width), __texel_scale(t.mode, y, t.height), 0);
}
template <class T> __device__ T surf1Dread(cudaSurfaceObject_t s, int x, int boundary = 2) { return ((T *)s.texels)[x / (int)sizeof(T)]; }
template <class T> __device__ T surf2Dread(cudaSurfaceObject_t s, int x, int y, int boundary = 2) { return ((T *)s.texels)[y * s.width + x / (int)sizeof(T)]; }
template <class T> __device__ T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, int boundary = 2) { return ((T *)s.texels)[(z * s.height + y) * s.width + x / (int)sizeof(T)]; }
template <class T> __device__ void surf2Dread(T *value, cudaSurfaceObject_t s, int x, int y, int boundary = 2) { *value = ((T *)s.texels)[y * s.width + x / (int)sizeof(T)]; }
template <class T> __device__ void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, int boundary = 2) { ((T *)s.texels)[x / (int)sizeof(T)] = value; }
template <class T> __device__ void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int boundary = 2) { ((T *)s.texels)[y * s.width + x / (int)sizeof(T)] = value; }
template <class T> __device__ void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, int boundary = 2) { ((T *)s.texels)[(z * s.height + y) * s.width + x / (int)sizeof(T)] = value; }
