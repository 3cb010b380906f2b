# SPDX-License-Identifier: BSD-3-Clause
# GNU R. Prints one line per result, with all digits of its numbers.
n <- 150
a <- exp(-abs(outer(1:n, 1:n, "-")) / 40) + diag(n)
b <- cbind(sin(1:n), cos(1:n))
say <- function(name, x) cat(name, sprintf("%.17g", x), "\n")
r <- chol(a)
say("chol", r[upper.tri(r, diag = TRUE)][c(1, 100, 5000, 11325)])
say("triangle", sum(r[lower.tri(r)]))
inverse <- chol2inv(r)
say("chol2inv", c(inverse[1, 1], inverse[n, 1], inverse[1, n], sum(diag(inverse))))
x <- backsolve(r, forwardsolve(t(r), b))
say("solve", c(x[1, 1], x[n, 2], max(abs(a %*% x - b)) < 1e-12))
say("lu", c(solve(a, b)[7, ], sum(diag(solve(a)))))
say("logdet", 2 * sum(log(diag(r))))
fails <- function(name, call) cat(name, tryCatch(call, error = conditionMessage), "\n")
a[70, 70] <- -1
fails("indefinite", chol(a))
fails("not_square", chol(a[, 1:20]))
r[70, 70] <- 0
fails("singular", chol2inv(r))
