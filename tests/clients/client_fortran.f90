! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program that uses LAPACK. Prints one line per result, with all digits of its numbers.
program client
  implicit none
  integer, parameter :: n = 150
  double precision :: a(n, n), b(n, 2)
  complex :: c(n, n)
  integer :: i, j, info
  external dpotrf, dpotrs, dpotri, dposv, dtrtri, cpotrf

  call fill()
  call dpotrf('Upper', n, a, n, info)
  print '(a, i0, 3es25.16)', 'dpotrf ', info, a(1, 1), a(3, 90), a(n, n)
  call dpotrs('Upper', n, 2, a, n, b, n, info)
  print '(a, i0, 3es25.16)', 'dpotrs ', info, b(1, 1), b(77, 2), sum(b)
  call dpotri('Upper', n, a, n, info)
  print '(a, i0, 3es25.16)', 'dpotri ', info, a(1, 1), a(3, 90), a(n, n)
  call fill()
  call dposv('Lower', n, 2, a, n, b, n, info)
  print '(a, i0, 3es25.16)', 'dposv ', info, b(1, 1), b(77, 2), sum(b)
  call dtrtri('Lower', 'Non-unit', n, a, n, info)
  print '(a, i0, 3es25.16)', 'dtrtri ', info, a(1, 1), a(90, 3), a(n, n)
  call fill()
  c = cmplx(a)
  call cpotrf('L', n, c, n, info)
  print '(a, i0, l2)', 'cpotrf ', info, abs(c(1, 1) - sqrt(2.0)) < 1e-6
  a(70, 70) = -1
  call dpotrf('L', n, a, n, info)
  print '(a, i0)', 'indefinite ', info

contains

  subroutine fill()
    do j = 1, n
      do i = 1, n
        a(i, j) = exp(-abs(i - j) / 40d0)
      end do
      a(j, j) = a(j, j) + 1
      b(j, :) = [sin(dble(j)), cos(dble(j))]
    end do
  end subroutine
end program
