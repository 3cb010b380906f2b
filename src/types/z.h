#define TYPE_LETTER  z
#define TYPE_COMPLEX 1
#define TYPE_DOUBLE  1
#define elem_t       double _Complex
#define real_t       double
#define CONJ(x)      conj(x)
#define RE(x)        creal(x)
#define IM(x)        cimag(x)
#define MAKE(re, im) ((re) + (im) * (double _Complex)_Complex_I)
#define SQRT(x)      sqrt(x)
#define ABS(x)       fabs(x)
#define REAL_EPSILON (DBL_EPSILON / 2)
#define REAL_MIN     DBL_MIN
#define REAL_MAX     DBL_MAX
