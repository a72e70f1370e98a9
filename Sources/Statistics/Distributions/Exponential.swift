internal import Sound

/// The natural exponential function, the same to the last bit wherever it runs.
package enum Exponential {
  /// e to the power of `x`, to a few units in the last place; 0 below about 10⁻³⁰⁷.
  package static func of(_ x: Double) -> Double {
    guard abs(x) < 710 else { return x.isNaN ? x : x < 0 ? 0 : .infinity }
    // ln 2 in two parts, the first short enough for `whole * high` to be exact (Cody and Waite, 1980).
    let high = 0x1.62e42fefa38p-1
    let low = 0x1.ef35793c7673p-45
    let whole = Functions.floor(x * 0x1.71547652b82fep0 + 0.5)
    let rest = (x - whole * high) - whole * low
    return 2 * Functions.exp2(rest * 0x1.71547652b82fep0) * Functions.exp2(whole - 1)
  }
}
