! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program that calls LAPACK's names and has an error handler of its own.
program lapack
  implicit none
  integer, parameter :: n = 100, long = selected_int_kind(18)
  double precision :: a(n, n), b(n, 1)
  integer :: j, info
  integer(long) :: info64
  logical :: passed
  external dposv, dpotrf, dtrtrs, dposv_64

  call fill()
  call dposv('l', n, 1, a, n, b, n, info)
  passed = info == 0 .and. maxval(abs(b - 1)) < 1e-9
  call dtrtrs('L', 'c', 'N', n, 1, a, n, b, n, info)
  passed = passed .and. info == 0

  call fill()
  call dposv_64('U', int(n, long), 1_long, a, int(n, long), b, int(n, long), info64)
  passed = passed .and. info64 == 0 .and. maxval(abs(b - 1)) < 1e-9

  call fill()
  a(5, 5) = -1
  call dpotrf('U', n, a, n, info)
  passed = passed .and. info == 5
  call dpotrf('X', n, a, n, info)
  passed = passed .and. info == -1
  call dpotrf('U', n, a, n - 1, info)
  passed = passed .and. info == -4
  call dpotrf('U', 0, a, 1, info)
  passed = passed .and. info == 0
  if (.not. passed) error stop 'LAPACK names: failed'
  print '(a)', 'LAPACK names from Fortran: passed'

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

! The program's own handler, which the library finds.
subroutine xerbla(routine, argument)
  implicit none
  character(*), intent(in) :: routine
  integer, intent(in) :: argument
  if (routine /= 'DPOTRF') error stop 'xerbla: wrong name'
  print '(a, i0)', 'xerbla: DPOTRF, argument ', argument
end subroutine
