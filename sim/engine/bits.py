"""Arithmetic on 64-bit masks, and the decorator of the functions that the engine inlines.

A *lane function* works on one lane: plain ``uint64`` in, plain ``uint64`` out, no branches where
a mask will do. The compiler inlines it into a loop over the lanes of a block and turns the loop
into vector instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic

u64 = np.uint64
i64 = np.int64

ZERO = u64(0)
ONE = u64(1)
LOW_WORD = u64(0xFFFFFFFF)

lane_function: Callable[..., Any] = njit(
    forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False
)
"""Decorator of what is inlined. Nothing in it makes an array, so none is counted as in use
either: the kernel, which made them all, outlives every use."""

phase: Callable[..., Any] = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
"""Decorator of what only some rules need: called once a block, and kept out of the loops that all
rules share, which the compiler unrolls and vectorises only while they are small."""

_WORD = ir.IntType(64)
_ZERO_IS_UNDEFINED = ir.Constant(ir.IntType(1), 1)


def _unary(emit: Callable[[Any, Any], Any]) -> Any:
    """Make a lane function of one machine instruction ``uint64 -> uint64``."""

    @intrinsic
    def instruction(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.uint64(types.uint64), generate

    return instruction


popcount = _unary(lambda builder, mask: builder.ctpop(mask))
trailing_zeros = _unary(lambda builder, mask: builder.cttz(mask, _ZERO_IS_UNDEFINED))
leading_zeros = _unary(lambda builder, mask: builder.ctlz(mask, _ZERO_IS_UNDEFINED))


@intrinsic
def high_product(typing_context: Any, left: Any, right: Any) -> Any:
    """The upper 64 bits of the 128-bit product of two ``uint64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        double = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, double) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(double, 64)), _WORD)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _deposit_bits(typing_context: Any, bits: Any, mask: Any) -> Any:
    """x86 ``pdep``: put the low bits of ``bits`` at the places set in ``mask``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), generate


def _has_fast_pdep() -> bool:
    """Whether this processor deposits bits in hardware (Zen 1 and 2 emulate it, slowly)."""
    slow = {"znver1", "znver2", "bdver4"}
    return (
        bool(binding.get_host_cpu_features().get("bmi2"))
        and binding.get_host_cpu_name() not in slow
    )


@lane_function
def where(condition, mask):  # type: ignore[no-untyped-def]
    """Give ``mask`` where the condition holds, else 0; arithmetic, so that loops vectorise."""
    return mask & (ZERO - u64(condition))


@lane_function
def either(condition, mask, other):  # type: ignore[no-untyped-def]
    """Give ``mask`` where the condition holds, else ``other``."""
    chosen = ZERO - u64(condition)
    return (mask & chosen) | (other & ~chosen)


@lane_function
def lowest_bit(mask):  # type: ignore[no-untyped-def]
    """The lowest set bit alone; 0 for 0."""
    return mask & (~mask + ONE)


@lane_function
def highest_bit(mask):  # type: ignore[no-untyped-def]
    """The highest set bit alone; undefined for 0."""
    return u64(1 << 63) >> leading_zeros(mask)


@lane_function
def bits_above(bit):  # type: ignore[no-untyped-def]
    """All places above a single bit."""
    return ~(bit | (bit - ONE))


@lane_function
def nth_bit_by_halving(mask, n):  # type: ignore[no-untyped-def]
    """The n-th lowest set bit (0-based), found by halving the word six times."""
    at = ZERO
    width = u64(32)
    for _ in range(6):
        below = popcount((mask >> at) & ((ONE << width) - ONE))
        beyond = n >= below
        n -= where(beyond, below)
        at += where(beyond, width)
        width >>= ONE
    return ONE << at


@lane_function
def _nth_bit_by_deposit(mask, n):  # type: ignore[no-untyped-def]
    """The n-th lowest set bit (0-based), in one instruction."""
    return _deposit_bits(ONE << n, mask)


nth_bit = _nth_bit_by_deposit if _has_fast_pdep() else nth_bit_by_halving


@lane_function
def modulo_once(number, modulus):  # type: ignore[no-untyped-def]
    """``number mod modulus`` for a number below twice the modulus."""
    return number - where(number >= modulus, modulus)
