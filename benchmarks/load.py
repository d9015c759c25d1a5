"""The load L: a fixed work in pure Python, of which all costs are stated as multiples.

Run as a process it prints the CPU seconds it took, about 0.44 on the machine where other tools were measured. It makes
words and counts and sorts them, which is the kind of work a comparison of texts does.
"""

import random
import resource

random.seed(1)
words = ["w%d" % random.randrange(5000) for _ in range(400_000)]  # noqa: UP031  the work is fixed to the letter
total = 0
for k in range(4):
    seen: dict[str, int] = {}
    for w in words:
        seen[w] = seen.get(w, 0) + 1
    total += sum(sorted(seen.values())[-100:])
    words = [w + "x" if w.endswith(str(k)) else w for w in words]
print(round(resource.getrusage(resource.RUSAGE_SELF).ru_utime, 3))
