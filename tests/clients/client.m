% SPDX-License-Identifier: BSD-3-Clause
% GNU Octave: one line for each result, numbers in full.
1;
function say(name, x)
  printf("%s", name);
  printf(" %.17g", x);
  printf("\n");
end
n = 150;
k = (1:n)';
a = exp(-abs(k - k') / 40) + eye(n);
b = [sin(k), cos(k)];
r = chol(a);
say("chol", [r(1, 1), r(3, 90), r(n, n), norm(tril(r, -1))]);
say("lower", chol(a, "lower")(n, 1));
x = a \ b;
say("solve", [x(1, 1), x(n, 2), norm(a * x - b) < 1e-12]);
say("cholinv", [cholinv(a)(1, 1), cholinv(a)(n, 1), trace(cholinv(a))]);
say("chol2inv", [chol2inv(r)(5, 9), trace(chol2inv(r))]);
z = a + i * (triu(a, 1) - triu(a, 1)') / 9;
say("complex", [real(chol(z)(3, 90)), imag(chol(z)(3, 90)), abs((z \ b)(77, 1))]);
say("single", chol(single(a))(2, 2) - r(2, 2) < 1e-6);
a(70, 70) = -1;
[~, p] = chol(a);
say("indefinite", p);
try
  chol(a);
catch e
  disp(e.message);
end
try
  chol(a(:, 1:20));
catch e
  disp(e.message);
end
