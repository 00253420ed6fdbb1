# A copy of the project's slow reference, kept as it is: no linting, no typing.
# ruff: noqa
# mypy: ignore-errors
# fmt: off
"""A slow, plain Pods 20240802 written from ../rules/pods.md: a baseline to time against and an oracle for tests. It agrees with every recorded game."""
N = 7
ROWS = []
for y in range(13):
    r = y - 6
    q0, q1 = max(-6, -6 - r), min(6, 6 - r)
    ROWS.append([(q, r) for q in range(q0, q1 + 1)])
ORDER = [c for row in ROWS for c in row]
NAME = {c: chr(97 + 12 - y) + str(x + 1) for y, row in enumerate(ROWS) for x, c in enumerate(row)}
CELL = {n: c for c, n in NAME.items()}
DIRS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
LAND = set(ORDER)
NB = {c: [n for n in ((c[0] + d[0], c[1] + d[1]) for d in DIRS) if n in LAND] for c in ORDER}


def diff(b, c, p):
    return sum(1 if b[n] == p else -1 for n in NB[c] if n in b)


def moves(b, p):
    own = [c for c in ORDER if b.get(c) == p]
    if not own:
        return [NAME[c] for c in ORDER if c not in b]
    out = [NAME[c] for c in ORDER if c not in b and diff(b, c, p) > 0]
    for s in own:
        b2 = dict(b)
        del b2[s]
        seen, todo = {s}, [s]
        while todo:
            x = todo.pop()
            for y in NB[x]:
                if y not in b2 and y not in seen and any(n in b2 for n in NB[x] if n in NB[y]) and diff(b2, y, p) >= -1:
                    seen.add(y)
                    todo.append(y)
        out += [f"{NAME[s]}-{NAME[c]}" for c in ORDER if c in seen and c != s]
    return out


def influence(b):
    m = {}
    while True:
        n0 = len(m)
        for c in [c for c in ORDER if c not in b and c not in m]:
            k = [0, 0, 0]
            for n in NB[c]:
                k[b.get(n) or m.get(n, 0)] += 1
            for p in (1, 2):
                if k[p] > k[3 - p] and 2 * k[p] >= len(NB[c]):
                    m[c] = p
        if len(m) == n0:
            break
    while True:
        n0 = len(m)
        for c in [c for c in ORDER if c in m]:
            p = m[c]

            def val(n):
                if n in b:
                    return 1 if b[n] == p else -1
                return 0 if m.get(n) == p else -1

            def is_open(n):
                return b[n] != p if n in b else m.get(n) != p

            v = sum(val(n) for n in NB[c])
            hinge = any(is_open(x) and (is_open(y) or b.get(y) == p) for x in NB[c] for y in NB[c] if y in NB[x])
            if v < 0 or (v == 0 and hinge):
                del m[c]
        if len(m) == n0:
            return m
