#define TYPE_LETTER  z
#define TYPE_COMPLEX 1
#define TYPE_DOUBLE  1
#define elem_t       double _Complex
#define real_t       double
#define CONJ(x)      (~(x)) /* the compiler's own: a device may have no conj() */
#define RE(x)        (__real__(x))
#define IM(x)        (__imag__(x))
#define MAKE(re, im) (__builtin_complex((double)(re), (double)(im))) /* re + im * I multiplies by zeros */
#define SQRT(x)      __builtin_sqrt(x)
#define ABS(x)       __builtin_fabs(x)
#define REAL_EPSILON (DBL_EPSILON / 2)
#define REAL_MIN     DBL_MIN
#define REAL_MAX     DBL_MAX
