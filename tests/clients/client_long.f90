! SPDX-License-Identifier: BSD-3-Clause
! 64-bit default integers (-fdefault-integer-8): the module, and LAPACK's names with _64.
program client
  use tilechol
  implicit none
  integer, parameter :: n = 150
  real(c_double), target :: a(n, n), b(n, 1)
  integer :: j, info
  logical :: passed
  external dposv_64

  call fill()
  info = tilechol_dposv(TILECHOL_LOWER, n, 1, a, n, b, n, c_null_ptr)
  passed = info == 0 .and. maxval(abs(b - 1)) < 1e-9
  call fill()
  call dposv_64('U', n, 1, a, n, b, n, info)
  passed = passed .and. info == 0 .and. maxval(abs(b - 1)) < 1e-9
  call fill()
  a(5, 5) = -1
  call dposv_64('U', n, 1, a, n, b, n, info)
  passed = passed .and. info == 5
  if (.not. passed) error stop '64-bit integers: failed'
  print '(a)', '64-bit integers from Fortran: passed'

contains

  subroutine fill()
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
