#define TYPE_LETTER  s
#define TYPE_COMPLEX 0
#define TYPE_DOUBLE  0
#define elem_t       float
#define real_t       float
#define CONJ(x)      (x)
#define RE(x)        (x)
#define IM(x)        (0.0f)
#define MAKE(re, im) ((void)(im), (re))
#define SQRT(x)      __builtin_sqrtf(x)
#define ABS(x)       __builtin_fabsf(x)
#define REAL_EPSILON (FLT_EPSILON / 2)
#define REAL_MIN     FLT_MIN
#define REAL_MAX     FLT_MAX
