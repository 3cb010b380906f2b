! SPDX-License-Identifier: BSD-3-Clause
!
! tilechol for Fortran: the interfaces of tilechol.h, name for name and argument for argument. The header
! documents them; berr of factor_refine is an array here, never NULL.
!
! A .mod file belongs to one compiler, so compile this file with the program's:
!
!   gfortran tilechol.f90 program.f90 -ltilechol
!
! Integers are 64-bit: write 1_c_int64_t or use variables of that kind. Arrays may be GPU memory
! (c_f_pointer, use_device_addr). `options` is c_null_ptr, or c_loc of a type(tilechol_options), target.
module tilechol
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int), parameter :: TILECHOL_UPPER = 121, TILECHOL_LOWER = 122
  integer(c_int), parameter :: TILECHOL_NO_TRANS = 111, TILECHOL_TRANS = 112, TILECHOL_CONJ_TRANS = 113
  integer(c_int), parameter :: TILECHOL_NON_UNIT = 131, TILECHOL_UNIT = 132
  integer(c_int64_t), parameter :: TILECHOL_ERROR_MEMORY = -101, TILECHOL_ERROR_DEVICE = -102
  integer(c_int64_t), parameter :: TILECHOL_ERROR_NO_BACKEND = -103, TILECHOL_ERROR_LOCATION = -104
  integer(c_int), parameter :: TILECHOL_DEVICE_DEFAULT = -2, TILECHOL_DEVICE_CPU = -1

  type, bind(c) :: tilechol_options
    real(c_double) :: jitter = 0
    integer(c_int) :: device = TILECHOL_DEVICE_DEFAULT
    integer(c_int) :: threads = 0
    integer(c_int) :: jitter_tries = 0
    type(c_ptr) :: jitter_added = c_null_ptr
    integer(c_int) :: crews = 0
    integer(c_int) :: group = 0
    integer(c_int) :: tiles = 0
  end type

  type, bind(c) :: tilechol_device_info
    character(kind=c_char) :: name(128)
    character(kind=c_char) :: backend(32)
    integer(c_int64_t) :: memory_total, memory_free
    integer(c_int) :: units
    integer(c_int) :: tile(4)
  end type

  ! ---- the library ----
  interface
    type(c_ptr) function tilechol_version() bind(c)
      import
    end function
    type(c_ptr) function tilechol_last_error() bind(c)
      import
    end function
    integer(c_int) function tilechol_gpu_count() bind(c)
      import
    end function
    integer(c_int64_t) function tilechol_get_device_info(device, info) bind(c)
      import
      integer(c_int), value :: device
      type(tilechol_device_info), intent(out) :: info
    end function
    integer(c_int) function tilechol_last_device() bind(c)
      import
    end function
    subroutine tilechol_release_workspace() bind(c)
    end subroutine
  end interface

  ! ---- single ----
  interface
    integer(c_int64_t) function tilechol_spotrf(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_float), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrs(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_float), intent(in) :: a(lda, *)
      real(c_float), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sposv(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_float), intent(inout) :: a(lda, *), b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_strtrs &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_float), intent(in) :: a(lda, *)
      real(c_float), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotri(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_float), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sfactor_create(uplo, n, a, lda, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_float), intent(in) :: a(lda, *)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_sfactor_create_packed(uplo, n, order, block, ap, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, order, block
      real(c_float), intent(in) :: ap(*)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_sfactor_solve(factor, nrhs, b, ldb) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int64_t), value :: nrhs, ldb
      real(c_float), intent(inout) :: b(ldb, *)
    end function
    integer(c_int64_t) function tilechol_sfactor_logdet(factor, logdet) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_float), intent(out) :: logdet
    end function
    integer(c_int64_t) function tilechol_sfactor_rcond(factor, rcond) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_float), intent(out) :: rcond
    end function
    integer(c_int64_t) function tilechol_sfactor_refine &
        (factor, uplo, a, lda, nrhs, b, ldb, x, ldx, berr) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: lda, nrhs, ldb, ldx
      real(c_float), intent(in) :: a(lda, *), b(ldb, *)
      real(c_float), intent(inout) :: x(ldx, *)
      real(c_float), intent(out) :: berr(*)
    end function
    integer(c_int64_t) function tilechol_sfactor_export(factor, uplo, l, ldl) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: ldl
      real(c_float), intent(inout) :: l(ldl, *)
    end function
    subroutine tilechol_sfactor_destroy(factor) bind(c)
      import
      type(c_ptr), value :: factor
    end subroutine
  end interface

  ! ---- double ----
  interface
    integer(c_int64_t) function tilechol_dpotrf(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_double), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrs(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_double), intent(in) :: a(lda, *)
      real(c_double), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dposv(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_double), intent(inout) :: a(lda, *), b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtrs &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      real(c_double), intent(in) :: a(lda, *)
      real(c_double), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotri(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_double), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dfactor_create(uplo, n, a, lda, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_double), intent(in) :: a(lda, *)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_dfactor_create_packed(uplo, n, order, block, ap, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, order, block
      real(c_double), intent(in) :: ap(*)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_dfactor_solve(factor, nrhs, b, ldb) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int64_t), value :: nrhs, ldb
      real(c_double), intent(inout) :: b(ldb, *)
    end function
    integer(c_int64_t) function tilechol_dfactor_logdet(factor, logdet) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_double), intent(out) :: logdet
    end function
    integer(c_int64_t) function tilechol_dfactor_rcond(factor, rcond) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_double), intent(out) :: rcond
    end function
    integer(c_int64_t) function tilechol_dfactor_refine &
        (factor, uplo, a, lda, nrhs, b, ldb, x, ldx, berr) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: lda, nrhs, ldb, ldx
      real(c_double), intent(in) :: a(lda, *), b(ldb, *)
      real(c_double), intent(inout) :: x(ldx, *)
      real(c_double), intent(out) :: berr(*)
    end function
    integer(c_int64_t) function tilechol_dfactor_export(factor, uplo, l, ldl) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: ldl
      real(c_double), intent(inout) :: l(ldl, *)
    end function
    subroutine tilechol_dfactor_destroy(factor) bind(c)
      import
      type(c_ptr), value :: factor
    end subroutine
  end interface

  ! ---- single complex ----
  interface
    integer(c_int64_t) function tilechol_cpotrf(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_float_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrs(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_float_complex), intent(in) :: a(lda, *)
      complex(c_float_complex), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cposv(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_float_complex), intent(inout) :: a(lda, *), b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtrs &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_float_complex), intent(in) :: a(lda, *)
      complex(c_float_complex), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotri(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_float_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cfactor_create(uplo, n, a, lda, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_float_complex), intent(in) :: a(lda, *)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_cfactor_create_packed(uplo, n, order, block, ap, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, order, block
      complex(c_float_complex), intent(in) :: ap(*)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_cfactor_solve(factor, nrhs, b, ldb) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int64_t), value :: nrhs, ldb
      complex(c_float_complex), intent(inout) :: b(ldb, *)
    end function
    integer(c_int64_t) function tilechol_cfactor_logdet(factor, logdet) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_float), intent(out) :: logdet
    end function
    integer(c_int64_t) function tilechol_cfactor_rcond(factor, rcond) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_float), intent(out) :: rcond
    end function
    integer(c_int64_t) function tilechol_cfactor_refine &
        (factor, uplo, a, lda, nrhs, b, ldb, x, ldx, berr) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: lda, nrhs, ldb, ldx
      complex(c_float_complex), intent(in) :: a(lda, *), b(ldb, *)
      complex(c_float_complex), intent(inout) :: x(ldx, *)
      real(c_float), intent(out) :: berr(*)
    end function
    integer(c_int64_t) function tilechol_cfactor_export(factor, uplo, l, ldl) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: ldl
      complex(c_float_complex), intent(inout) :: l(ldl, *)
    end function
    subroutine tilechol_cfactor_destroy(factor) bind(c)
      import
      type(c_ptr), value :: factor
    end subroutine
  end interface

  ! ---- double complex ----
  interface
    integer(c_int64_t) function tilechol_zpotrf(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_double_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrs(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_double_complex), intent(in) :: a(lda, *)
      complex(c_double_complex), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zposv(uplo, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_double_complex), intent(inout) :: a(lda, *), b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtrs &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb
      complex(c_double_complex), intent(in) :: a(lda, *)
      complex(c_double_complex), intent(inout) :: b(ldb, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotri(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_double_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zfactor_create(uplo, n, a, lda, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_double_complex), intent(in) :: a(lda, *)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_zfactor_create_packed(uplo, n, order, block, ap, options, factor) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, order, block
      complex(c_double_complex), intent(in) :: ap(*)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: factor
    end function
    integer(c_int64_t) function tilechol_zfactor_solve(factor, nrhs, b, ldb) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int64_t), value :: nrhs, ldb
      complex(c_double_complex), intent(inout) :: b(ldb, *)
    end function
    integer(c_int64_t) function tilechol_zfactor_logdet(factor, logdet) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_double), intent(out) :: logdet
    end function
    integer(c_int64_t) function tilechol_zfactor_rcond(factor, rcond) bind(c)
      import
      type(c_ptr), value :: factor
      real(c_double), intent(out) :: rcond
    end function
    integer(c_int64_t) function tilechol_zfactor_refine &
        (factor, uplo, a, lda, nrhs, b, ldb, x, ldx, berr) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: lda, nrhs, ldb, ldx
      complex(c_double_complex), intent(in) :: a(lda, *), b(ldb, *)
      complex(c_double_complex), intent(inout) :: x(ldx, *)
      real(c_double), intent(out) :: berr(*)
    end function
    integer(c_int64_t) function tilechol_zfactor_export(factor, uplo, l, ldl) bind(c)
      import
      type(c_ptr), value :: factor
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: ldl
      complex(c_double_complex), intent(inout) :: l(ldl, *)
    end function
    subroutine tilechol_zfactor_destroy(factor) bind(c)
      import
      type(c_ptr), value :: factor
    end subroutine
  end interface

  ! ---- triangular matrices, mixed precision ----
  interface
    integer(c_int64_t) function tilechol_strtri(uplo, diag, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo, diag
      integer(c_int64_t), value :: n, lda
      real(c_float), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_slauum(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_float), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtri(uplo, diag, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo, diag
      integer(c_int64_t), value :: n, lda
      real(c_double), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dlauum(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      real(c_double), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtri(uplo, diag, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo, diag
      integer(c_int64_t), value :: n, lda
      complex(c_float_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_clauum(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_float_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtri(uplo, diag, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo, diag
      integer(c_int64_t), value :: n, lda
      complex(c_double_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zlauum(uplo, n, a, lda, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda
      complex(c_double_complex), intent(inout) :: a(lda, *)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dsposv &
        (uplo, n, nrhs, a, lda, b, ldb, x, ldx, iterations, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, ldx
      real(c_double), intent(inout) :: a(lda, *)
      real(c_double), intent(in) :: b(ldb, *)
      real(c_double), intent(inout) :: x(ldx, *)
      integer(c_int64_t), intent(out) :: iterations
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zcposv &
        (uplo, n, nrhs, a, lda, b, ldb, x, ldx, iterations, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, ldx
      complex(c_double_complex), intent(inout) :: a(lda, *)
      complex(c_double_complex), intent(in) :: b(ldb, *)
      complex(c_double_complex), intent(inout) :: x(ldx, *)
      integer(c_int64_t), intent(out) :: iterations
      type(c_ptr), value :: options
    end function
  end interface

  ! ---- many systems, single ----
  interface
    integer(c_int64_t) function tilechol_spotrf_batched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, batch
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrf_strided &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      real(c_float), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrf_vbatched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: batch
      integer(c_int64_t), intent(in) :: n(*), lda(*)
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrf_interleaved &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      real(c_float), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrs_batched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrs_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrs_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_spotrs_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sposv_batched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sposv_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sposv_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_sposv_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_strtrs_batched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_strtrs_strided &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_strtrs_vbatched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_strtrs_interleaved &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_float), intent(in) :: a(*)
      real(c_float), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
  end interface

  ! ---- many systems, double ----
  interface
    integer(c_int64_t) function tilechol_dpotrf_batched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, batch
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrf_strided &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      real(c_double), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrf_vbatched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: batch
      integer(c_int64_t), intent(in) :: n(*), lda(*)
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrf_interleaved &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      real(c_double), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrs_batched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrs_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrs_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dpotrs_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dposv_batched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dposv_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dposv_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dposv_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtrs_batched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtrs_strided &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtrs_vbatched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_dtrtrs_interleaved &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      real(c_double), intent(in) :: a(*)
      real(c_double), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
  end interface

  ! ---- many systems, single complex ----
  interface
    integer(c_int64_t) function tilechol_cpotrf_batched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, batch
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrf_strided &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      complex(c_float_complex), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrf_vbatched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: batch
      integer(c_int64_t), intent(in) :: n(*), lda(*)
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrf_interleaved &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      complex(c_float_complex), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrs_batched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrs_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrs_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cpotrs_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cposv_batched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cposv_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cposv_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_cposv_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtrs_batched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtrs_strided &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtrs_vbatched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ctrtrs_interleaved &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_float_complex), intent(in) :: a(*)
      complex(c_float_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
  end interface

  ! ---- many systems, double complex ----
  interface
    integer(c_int64_t) function tilechol_zpotrf_batched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, batch
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrf_strided &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      complex(c_double_complex), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrf_vbatched &
        (uplo, n, a, lda, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: batch
      integer(c_int64_t), intent(in) :: n(*), lda(*)
      type(c_ptr), intent(in) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrf_interleaved &
        (uplo, n, a, lda, stride_a, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, lda, stride_a, batch
      complex(c_double_complex), intent(inout) :: a(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrs_batched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrs_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrs_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zpotrs_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zposv_batched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zposv_strided &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zposv_vbatched &
        (uplo, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_zposv_interleaved &
        (uplo, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtrs_batched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, ldb, batch
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtrs_strided &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtrs_vbatched &
        (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: nrhs, batch
      integer(c_int64_t), intent(in) :: n(*), lda(*), ldb(*)
      type(c_ptr), intent(in) :: a(*), b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
    integer(c_int64_t) function tilechol_ztrtrs_interleaved &
        (uplo, trans, diag, n, nrhs, a, lda, stride_a, b, ldb, stride_b, info, batch, options) bind(c)
      import
      integer(c_int), value :: uplo, trans, diag
      integer(c_int64_t), value :: n, nrhs, lda, stride_a, ldb, stride_b, batch
      complex(c_double_complex), intent(in) :: a(*)
      complex(c_double_complex), intent(inout) :: b(*)
      integer(c_int32_t), intent(inout) :: info(*)
      type(c_ptr), value :: options
    end function
  end interface

contains

  ! The string that tilechol_version() or tilechol_last_error() returns, as Fortran text.
  function tilechol_text(string) result(text)
    type(c_ptr), intent(in) :: string
    character(:), allocatable :: text
    character(kind=c_char), pointer :: c(:)
    integer :: i, length
    interface
      integer(c_size_t) function strlen(string) bind(c)
        import
        type(c_ptr), value :: string
      end function
    end interface
    length = int(strlen(string))
    call c_f_pointer(string, c, [length])
    allocate (character(length) :: text)
    do i = 1, length
      text(i:i) = c(i)
    end do
  end function

end module
