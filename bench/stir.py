"""The random velocities of `clast bench --stir` (app/bench.c, src/base/random.h), for the other codes."""
import math

_WORD = 2**64 - 1


def _mix(z):
    z = (z + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def _uniform(seed, stream, counter):
    return (_mix(_mix(_mix(seed) ^ stream) ^ counter) >> 11) * 2.0**-53


def _normal(seed, stream, k):
    u, turn = 1 - _uniform(seed, stream, 2 * k), _uniform(seed, stream, 2 * k + 1)
    return math.sqrt(-2 * math.log(u)) * math.cos(6.283185307179586 * turn)


def velocities(n, deviation):
    """Start velocity of each of n bodies, in m/s: three normal numbers from the stream of the body, seed 1."""
    if not deviation:
        return [[0.0, 0.0, 0.0]] * n
    return [[deviation * _normal(1, i, k) for k in range(3)] for i in range(n)]
