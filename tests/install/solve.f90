! SPDX-License-Identifier: BSD-3-Clause
! The Fortran module: a factorisation and solve, options, a kept factor.
program solve
  use tilechol
  implicit none
  integer(c_int64_t), parameter :: n = 200
  real(c_double), allocatable :: a(:, :), b(:, :)
  complex(c_float_complex), allocatable :: ca(:, :), cb(:, :)
  real(c_double) :: logdet
  type(tilechol_options), target :: options
  type(c_ptr) :: factor
  integer(c_int64_t) :: i, info
  logical :: passed

  allocate (a(n, n), b(n, 1), ca(n, n), cb(n, 1))
  call fill()
  options%device = TILECHOL_DEVICE_CPU
  info = tilechol_dposv(TILECHOL_LOWER, n, 1_c_int64_t, a, n, b, n, c_loc(options))
  passed = info == 0 .and. maxval(abs(b - 1)) < 1e-9

  call fill()
  info = tilechol_dfactor_create(TILECHOL_UPPER, n, a, n, c_null_ptr, factor)
  passed = passed .and. info == 0
  info = tilechol_dfactor_solve(factor, 1_c_int64_t, b, n)
  passed = passed .and. info == 0 .and. maxval(abs(b - 1)) < 1e-9
  info = tilechol_dfactor_logdet(factor, logdet)
  passed = passed .and. info == 0 .and. abs(logdet - log(n + 1d0)) < 1e-9
  call tilechol_dfactor_destroy(factor)

  ca = 0
  do i = 1, n
    ca(i, i) = 2
  end do
  cb = (4, 2)
  info = tilechol_cposv(TILECHOL_LOWER, n, 1_c_int64_t, ca, n, cb, n, c_null_ptr)
  passed = passed .and. info == 0 .and. maxval(abs(cb - (2, 1))) < 1e-5

  info = tilechol_dpotrf(TILECHOL_LOWER, n, a, n - 1, c_null_ptr)
  passed = passed .and. info == -4 .and. len(tilechol_text(tilechol_last_error())) > 0
  if (.not. passed) error stop 'tilechol from Fortran: failed'
  print '(3a)', 'tilechol ', tilechol_text(tilechol_version()), ' from Fortran: passed'

contains

  ! 2 on the diagonal, -1 beside it: x = ones gives b = (1, 0, ..., 0, 1)
  subroutine fill()
    integer(c_int64_t) :: j
    a = 0
    do j = 1, n
      a(j, j) = 2
      if (j > 1) a(j - 1, j) = -1
      if (j < n) a(j + 1, j) = -1
    end do
    b = 0
    b(1, 1) = 1
    b(n, 1) = 1
  end subroutine
end program
