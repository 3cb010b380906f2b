#define TYPE_LETTER  d
#define TYPE_COMPLEX 0
#define TYPE_DOUBLE  1
#define elem_t       double
#define real_t       double
#define CONJ(x)      (x)
#define RE(x)        (x)
#define IM(x)        (0.0)
#define MAKE(re, im) ((void)(im), (re))
#define SQRT(x)      __builtin_sqrt(x)
#define ABS(x)       __builtin_fabs(x)
#define REAL_EPSILON (DBL_EPSILON / 2)
#define REAL_MIN     DBL_MIN
#define REAL_MAX     DBL_MAX
