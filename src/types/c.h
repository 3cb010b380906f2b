#define TYPE_LETTER  c
#define TYPE_COMPLEX 1
#define TYPE_DOUBLE  0
#define elem_t       float _Complex
#define real_t       float
#define CONJ(x)      (~(x)) /* the compiler's own: a device may have no conj() */
#define RE(x)        (__real__(x))
#define IM(x)        (__imag__(x))
#define MAKE(re, im) (__builtin_complex((float)(re), (float)(im))) /* re + im * I multiplies by zeros */
#define SQRT(x)      __builtin_sqrtf(x)
#define ABS(x)       __builtin_fabsf(x)
#define REAL_EPSILON (FLT_EPSILON / 2)
#define REAL_MIN     FLT_MIN
#define REAL_MAX     FLT_MAX
