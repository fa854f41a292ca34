//! Functions that the translation writes: atomics on floats, bytes of words, and what WGSL lacks.

use super::Printer;
use super::fragment::{Fragment, fragment};
use super::memory::{Shape, narrow_unit};
use super::types::scalar_text;
use crate::typing::tree::{Atomic, Base, Expr, Place, Scalar, Ty};
use wgsl::{AtomicEffect, Effect};

impl Printer<'_> {
    fn add_helper(&mut self, name: &str, text: String) -> String {
        self.helpers.entry(name.to_owned()).or_insert(text);
        name.to_owned()
    }

    /// Prints a helper that only its name describes.
    pub(super) fn named_helper(&mut self, name: &str) {
        let text = match name {
            "match_any" => {
                self.subgroups = true;
                "// The lanes whose value is the same.\nfn match_any(value: u32, own: u32, size: u32) -> u32 {\n  let present = subgroupBallot(true).x;\n  var same = 0u;\n  for (var lane = 0u; lane < size; lane++) {\n    let is_present = ((present >> lane) & 1u) != 0u;\n    if (subgroupShuffle(value, select(own, lane, is_present)) == value) {\n      same |= 1u << lane;\n    }\n  }\n  return same & present;\n}"
            }
            "reduce_add" | "reduce_and" | "reduce_or" | "reduce_xor" | "reduce_min" | "reduce_max"
            | "reduce_min_signed" | "reduce_max_signed" => {
                self.subgroups = true;
                let (first, next) = match name {
                    "reduce_add" => ("0u", "sum + other"),
                    "reduce_and" => ("0xffffffffu", "sum & other"),
                    "reduce_or" => ("0u", "sum | other"),
                    "reduce_xor" => ("0u", "sum ^ other"),
                    "reduce_min" => ("0xffffffffu", "min(sum, other)"),
                    "reduce_max" => ("0u", "max(sum, other)"),
                    "reduce_min_signed" => ("0x7fffffffu", "u32(min(i32(sum), i32(other)))"),
                    _ => ("0x80000000u", "u32(max(i32(sum), i32(other)))"),
                };
                let text = format!(
                    "// Over the lanes of a mask.\nfn {name}(value: u32, mask: u32, own: u32, size: u32) -> u32 {{\n  var sum = {first};\n  for (var lane = 0u; lane < size; lane++) {{\n    let is_named = ((mask >> lane) & 1u) != 0u;\n    let other = subgroupShuffle(value, select(own, lane, is_named));\n    sum = select(sum, {next}, is_named);\n  }}\n  return sum;\n}}"
                );
                self.add_helper(name, text);
                return;
            }
            "read_clock" => {
                "var<private> clock_reads: i32;\n\n// WGSL has no clock: counts its calls.\nfn read_clock() -> i32 {\n  clock_reads += 1;\n  return clock_reads;\n}"
            }
            "round_away" => {
                "// Rounds halves away from zero, as C does.\nfn round_away(x: f32) -> f32 {\n  return sign(x) * floor(abs(x) + 0.5);\n}"
            }
            "cube_root" => "fn cube_root(x: f32) -> f32 {\n  return sign(x) * pow(abs(x), 1.0 / 3.0);\n}",
            "log_of_sum" => {
                "// The logarithm of 1 + x, which a sum would round away near zero.\nfn log_of_sum(x: f32) -> f32 {\n  if (abs(x) < 0.01) {\n    return x * (1.0 - x * (0.5 - x * (0.33333334 - x * 0.25)));\n  }\n  return log(1.0 + x);\n}"
            }
            "power_less_one" => {
                "// The exponential less 1, which a difference would round away near zero.\nfn power_less_one(x: f32) -> f32 {\n  if (abs(x) < 0.01) {\n    return x * (1.0 + x * (0.5 + x * (0.16666667 + x * 0.041666668)));\n  }\n  return exp(x) - 1.0;\n}"
            }
            "power" => {
                "// A power as C has it: whole exponents of a base below zero have a value.\nfn power(x: f32, y: f32) -> f32 {\n  if (y == 0.0) {\n    return 1.0;\n  }\n  if (x >= 0.0 || floor(y) != y) {\n    return pow(x, y);\n  }\n  let size = pow(-x, y);\n  let half = y * 0.5;\n  return select(-size, size, floor(half) == half);\n}"
            }
            "dot_of_bytes" => {
                "fn dot_of_bytes(a: i32, b: i32, c: i32) -> i32 {\n  var sum = c;\n  for (var at = 0u; at < 32u; at += 8u) {\n    sum += extractBits(a, at, 8u) * extractBits(b, at, 8u);\n  }\n  return sum;\n}"
            }
            "dot_of_unsigned_bytes" => {
                "fn dot_of_unsigned_bytes(a: u32, b: u32, c: u32) -> u32 {\n  var sum = c;\n  for (var at = 0u; at < 32u; at += 8u) {\n    sum += extractBits(a, at, 8u) * extractBits(b, at, 8u);\n  }\n  return sum;\n}"
            }
            "error_function" => {
                "// A series near zero; else a rational approximation whose error is below 1.2e-7 (Numerical Recipes, erfcc).\nfn error_function(x: f32) -> f32 {\n  let z = abs(x);\n  if (z < 0.5) {\n    let s = x * x;\n    return 1.1283792 * x * (1.0 - s * (0.33333334 - s * (0.1 - s * (0.023809524 - s * (0.0046296297 - s * 0.00075757577)))));\n  }\n  let t = 1.0 / (1.0 + 0.5 * z);\n  let p = -1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));\n  return sign(x) * (1.0 - t * exp(p - z * z));\n}"
            }
            "mul_high" => {
                "// The upper half of a product of 64 bits.\nfn mul_high(a: u32, b: u32) -> u32 {\n  let low = (a & 0xffffu) * (b & 0xffffu);\n  let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);\n  let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);\n  return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);\n}"
            }
            "byte_permute" => {
                "fn byte_permute(low: u32, high: u32, order: u32) -> u32 {\n  var result = 0u;\n  for (var place = 0u; place < 4u; place++) {\n    let choice = (order >> (place * 4u)) & 15u;\n    let word = select(low, high, (choice & 4u) != 0u);\n    let byte = (word >> ((choice & 3u) * 8u)) & 255u;\n    result |= byte << (place * 8u);\n  }\n  return result;\n}"
            }
            "mul_high_signed" => {
                "fn mul_high_signed(a: i32, b: i32) -> i32 {\n  let high = mul_high(u32(a), u32(b));\n  return i32(high - select(0u, u32(b), a < 0) - select(0u, u32(a), b < 0));\n}"
            }
            "funnel_shift_left" => {
                "fn funnel_shift_left(low: u32, high: u32, by: u32) -> u32 {\n  let bits = by & 31u;\n  return select((high << bits) | (low >> ((32u - bits) & 31u)), high, bits == 0u);\n}"
            }
            "funnel_shift_right" => {
                "fn funnel_shift_right(low: u32, high: u32, by: u32) -> u32 {\n  let bits = by & 31u;\n  return select((low >> bits) | (high << ((32u - bits) & 31u)), low, bits == 0u);\n}"
            }
            _ => return,
        };
        self.add_helper(name, text.to_owned());
    }

    /// Returns a call of an atomic function.
    pub(super) fn atomic(&mut self, operation: Atomic, place: &Place, values: &[Expr]) -> Fragment {
        let Base::Memory { root, ty, .. } = &place.base else {
            return Fragment::default();
        };
        let root = *root;
        if let Ty::Scalar(Scalar::Half) | Ty::Vector(Scalar::Half, _) = ty {
            let ty = ty.clone();
            let value = values.first().map(|value| self.expr(value));
            let word = self.packed_index(place, &ty);
            let helper = self.atomic_halves(root, &ty);
            return fragment!("{}({}, {})", helper, word, value.unwrap_or_default()).at(place.span);
        }
        let scalar = ty.scalar().unwrap_or(Scalar::Uint);
        let word = self.atomic_word(root);
        let mut values: Vec<Fragment> = values.iter().map(|value| self.expr(value)).collect();
        let simple = match operation {
            Atomic::Add => "atomicAdd",
            Atomic::Subtract => "atomicSub",
            Atomic::Max => "atomicMax",
            Atomic::Min => "atomicMin",
            Atomic::And => "atomicAnd",
            Atomic::Or => "atomicOr",
            Atomic::Xor => "atomicXor",
            Atomic::Exchange => "atomicExchange",
            Atomic::CompareExchange | Atomic::Increment | Atomic::Decrement => "",
        };
        let ordered = matches!(operation, Atomic::Max | Atomic::Min);
        let direct = scalar == word || scalar != Scalar::Float && !ordered || operation == Atomic::Exchange;
        if !simple.is_empty() && direct {
            let pointer = self.atomic_pointer(place);
            let value = Self::cast(values.swap_remove(0), scalar, word);
            let call = fragment!("{}({}, {})", simple, pointer, value);
            return Self::cast(call, word, scalar);
        }
        let indices = self.atomic_indices(place);
        let helper = self.atomic_helper(operation, root, scalar, word);
        let indices = indices.iter().map(|word| fragment!("u32({})", *word));
        let arguments: Vec<Fragment> = indices.chain(values).collect();
        fragment!("{}({})", helper, Fragment::join(&arguments, ", ")).at(place.span)
    }

    /// Returns the function that adds to a half, or to each of the two in a vector.
    fn atomic_halves(&mut self, root: usize, ty: &Ty) -> String {
        let info = self.module.roots[root].name.clone();
        let name = format!("atomicAdd_half_{info}");
        let text = format!(
            "// Changes the thread's own half of a word.\nfn {name}(at: u32, value: f16) -> f16 {{\n  loop {{\n    let old = atomicLoad(&{info}[at / 2u]);\n    var halves = unpack2x16float(old);\n    let half = f16(halves[at % 2u]);\n    halves[at % 2u] = f32(half + value);\n    if (atomicCompareExchangeWeak(&{info}[at / 2u], old, pack2x16float(halves)).exchanged) {{\n      return half;\n    }}\n  }}\n  return f16();\n}}"
        );
        self.halves = true;
        let half = Ty::Scalar(Scalar::Half);
        let effect = Effect::Atomic(AtomicEffect::AddFloat);
        self.mark(&name, root, effect, &half, 2);
        let name = self.add_helper(&name, text);
        if *ty == half {
            return name;
        }
        // Source: CUDA C++ Programming Guide, "atomicAdd()": each of the two is atomic for itself.
        let both = format!("atomicAdd_half2_{info}");
        let vector = self.type_text(ty);
        let text = format!(
            "fn {both}(at: u32, value: {vector}) -> {vector} {{\n  return {vector}({name}(at * 2u, value.x), {name}(at * 2u + 1u, value.y));\n}}"
        );
        self.mark(&both, root, effect, ty, 4);
        self.add_helper(&both, text)
    }

    fn atomic_helper(&mut self, operation: Atomic, root: usize, scalar: Scalar, word: Scalar) -> String {
        let info = &self.module.roots[root];
        let dimensions = match &self.shapes[root] {
            Shape::Declared => info.lengths.len(),
            _ => 1,
        };
        let (title, parameters, next) = match operation {
            Atomic::CompareExchange => ("atomicCAS", "compare: T, value: T", ""),
            Atomic::Increment => ("atomicInc", "value: T", "select(old + 1, 0, old >= value)"),
            Atomic::Decrement => (
                "atomicDec",
                "value: T",
                "select(old - 1, value, old == 0 || old > value)",
            ),
            Atomic::Max => ("atomicMax", "value: T", "max(old, value)"),
            Atomic::Min => ("atomicMin", "value: T", "min(old, value)"),
            Atomic::Subtract => ("atomicSub", "value: T", "old - value"),
            _ => ("atomicAdd", "value: T", "old + value"),
        };
        let ty = scalar_text(scalar);
        let kind = if scalar == word || operation == Atomic::CompareExchange && scalar == Scalar::Float {
            ""
        } else {
            "_as"
        };
        let name = format!("{title}_{}{kind}", info.name);
        let indices: Vec<String> = (0..dimensions).map(|index| format!("at_{index}")).collect();
        let mut head: Vec<String> = indices.iter().map(|index| format!("{index}: u32")).collect();
        head.push(parameters.replace('T', ty));
        let target = indices
            .iter()
            .fold(info.name.to_string(), |text, index| format!("{text}[{index}]"));
        let literal = |text: &str| match scalar {
            Scalar::Uint => text
                .replace("+ 1", "+ 1u")
                .replace(", 0,", ", 0u,")
                .replace("- 1", "- 1u")
                .replace("== 0", "== 0u"),
            _ => text.to_owned(),
        };
        let as_word = |text: &str| Self::cast_word(text, scalar, word);
        let as_value = |text: &str| Self::cast_word(text, word, scalar);
        let body = match operation {
            Atomic::CompareExchange => format!(
                "  loop {{\n    let result = atomicCompareExchangeWeak(&{target}, {}, {});\n    if (result.exchanged || result.old_value != {}) {{\n      return {};\n    }}\n  }}\n",
                as_word("compare"),
                as_word("value"),
                as_word("compare"),
                as_value("result.old_value"),
            ),
            _ => format!(
                "  loop {{\n    let old_word = atomicLoad(&{target});\n    let old = {};\n    let result = atomicCompareExchangeWeak(&{target}, old_word, {});\n    if (result.exchanged) {{\n      return old;\n    }}\n  }}\n",
                as_value("old_word"),
                as_word(&literal(next)),
            ),
        };
        let text = format!("fn {name}({}) -> {ty} {{\n{body}  return {ty}();\n}}", head.join(", "));
        self.mark_atomic(&name, root, operation, scalar);
        self.add_helper(&name, text)
    }

    /// Returns the function that reads a value of bytes or halves.
    pub(super) fn packed_load(&mut self, root: usize, ty: &Ty) -> String {
        let name = self.packed_load_text(root, ty);
        let stride = narrow_unit(ty, crate::typing::size_of(self.module, ty));
        self.mark(&name, root, Effect::Load, ty, stride);
        name
    }

    fn packed_load_text(&mut self, root: usize, ty: &Ty) -> String {
        let info = self.module.roots[root].clone();
        let atomic = self.shape_type(&info, &Shape::Packed).contains("atomic");
        let word = |index: &str| {
            if atomic {
                format!("atomicLoad(&{}[{index}])", info.name)
            } else {
                format!("{}[{index}]", info.name)
            }
        };
        match ty {
            Ty::Scalar(scalar) if scalar.bytes() < 4 => {
                let bits = scalar.bytes() * 8;
                let per = 4 / scalar.bytes();
                let name = format!("load_{}_{}", scalar.name().replace(' ', "_"), info.name);
                let read = word(&format!("at / {per}u"));
                let shift = format!("(at % {per}u) * {bits}u");
                self.halves |= *scalar == Scalar::Half;
                let (result, value) = match scalar {
                    Scalar::Half => ("f16", format!("f16(unpack2x16float({read})[at % 2u])")),
                    Scalar::Bool => ("bool", format!("extractBits({read}, {shift}, 8u) != 0u")),
                    _ if scalar.is_signed() => ("i32", format!("extractBits(i32({read}), {shift}, {bits}u)")),
                    _ => ("u32", format!("extractBits({read}, {shift}, {bits}u)")),
                };
                let text = format!("fn {name}(at: u32) -> {result} {{\n  return {value};\n}}");
                self.add_helper(&name, text)
            }
            Ty::Scalar(scalar) => {
                let name = format!("load_{}_{}", scalar.name().replace(' ', "_"), info.name);
                let value = Self::cast_word(&word("at"), Scalar::Uint, *scalar);
                let text = format!(
                    "fn {name}(at: u32) -> {} {{\n  return {value};\n}}",
                    scalar_text(*scalar)
                );
                self.add_helper(&name, text)
            }
            Ty::Vector(scalar, size) => {
                let part = self.packed_load(root, &Ty::Scalar(*scalar));
                let result = self.type_text(ty);
                let name = format!("load_{}_{}", packed_name(*scalar, *size, &result), info.name);
                let parts: Vec<String> = (0..*size)
                    .map(|index| format!("{part}({})", part_of("at", *size, index)))
                    .collect();
                let whole = scalar.bytes() == 1 && *size == 4;
                let text = match (whole, scalar) {
                    // One load of the word.
                    (true, Scalar::Uchar) => format!(
                        "fn {name}(at: u32) -> vec4u {{\n  return (vec4u({}) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u);\n}}",
                        word("at")
                    ),
                    _ => format!(
                        "fn {name}(at: u32) -> {result} {{\n  return {result}({});\n}}",
                        parts.join(", ")
                    ),
                };
                self.add_helper(&name, text)
            }
            _ => String::new(),
        }
    }

    /// Returns the function that stores a value of bytes or halves.
    pub(super) fn packed_store(&mut self, root: usize, ty: &Ty) -> String {
        let name = self.packed_store_text(root, ty);
        let stride = narrow_unit(ty, crate::typing::size_of(self.module, ty));
        self.mark(&name, root, Effect::Store, ty, stride);
        name
    }

    fn packed_store_text(&mut self, root: usize, ty: &Ty) -> String {
        let info = self.module.roots[root].clone();
        let atomic = self.shape_type(&info, &Shape::Packed).contains("atomic");
        let whole = |index_text: &str, value: &str| {
            if atomic {
                format!("atomicStore(&{}[{index_text}], {value});", info.name)
            } else {
                format!("{}[{index_text}] = {value};", info.name)
            }
        };
        let value_type = self.type_text(ty);
        match ty {
            Ty::Scalar(scalar) if scalar.bytes() < 4 => {
                let bits = scalar.bytes() * 8;
                let per = 4 / scalar.bytes();
                let mask = if bits == 8 { "0xffu" } else { "0xffffu" };
                let name = format!("store_{}_{}", scalar.name().replace(' ', "_"), info.name);
                let value = match scalar {
                    Scalar::Bool => "select(0u, 1u, value)".to_owned(),
                    Scalar::Half => {
                        format!("(pack2x16float(vec2f(f32(value), 0.0)) & {mask})")
                    }
                    _ => format!("(u32(value) & {mask})"),
                };
                let text = format!(
                    "// Changes the thread's own part of a word.\nfn {name}(at: u32, value: {value_type}) {{\n  let shift = (at % {per}u) * {bits}u;\n  loop {{\n    let old = atomicLoad(&{0}[at / {per}u]);\n    let word = (old & ~({mask} << shift)) | ({value} << shift);\n    if (atomicCompareExchangeWeak(&{0}[at / {per}u], old, word).exchanged) {{\n      break;\n    }}\n  }}\n}}",
                    info.name
                );
                self.add_helper(&name, text)
            }
            Ty::Scalar(scalar) => {
                let name = format!("store_{}_{}", scalar.name().replace(' ', "_"), info.name);
                let value = Self::cast_word("value", *scalar, Scalar::Uint);
                let text = format!(
                    "fn {name}(at: u32, value: {value_type}) {{\n  {}\n}}",
                    whole("at", &value)
                );
                self.add_helper(&name, text)
            }
            Ty::Vector(scalar, size) => {
                let kind = packed_name(*scalar, *size, &value_type);
                let name = format!("store_{kind}_{}", info.name);
                let text = if scalar.bytes() == 1 && *size == 4 {
                    let value = "bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u)";
                    format!(
                        "fn {name}(at: u32, value: {value_type}) {{\n  let bytes = vec4u(value) & vec4u(255u);\n  {}\n}}",
                        whole("at", value)
                    )
                } else {
                    let part = self.packed_store(root, &Ty::Scalar(*scalar));
                    let parts: Vec<String> = (0..*size)
                        .map(|index| {
                            let index_text = part_of("at", *size, index);
                            format!("  {part}({index_text}, value[{index}]);\n")
                        })
                        .collect();
                    format!("fn {name}(at: u32, value: {value_type}) {{\n{}}}", parts.concat())
                };
                self.add_helper(&name, text)
            }
            _ => String::new(),
        }
    }

    /// Returns the function that reads a vector from words.
    pub(super) fn words_load(&mut self, root: usize, ty: &Ty) -> String {
        let info = self.module.roots[root].clone();
        let Shape::Words(word) = self.shapes[root] else {
            return String::new();
        };
        let (Ty::Vector(scalar, size), result) = (ty, self.type_text(ty)) else {
            return String::new();
        };
        let name = format!("load_{result}_{}", info.name);
        let parts: Vec<String> = (0..*size)
            .map(|index| {
                let index_text = if index == 0 {
                    "at".to_owned()
                } else {
                    format!("at + {index}u")
                };
                if info.atomic {
                    Self::cast_word(
                        &format!("atomicLoad(&{}[{index_text}])", info.name),
                        Scalar::Uint,
                        *scalar,
                    )
                } else {
                    Self::cast_word(&format!("{}[{index_text}]", info.name), word, *scalar)
                }
            })
            .collect();
        let text = format!(
            "fn {name}(at: u32) -> {result} {{\n  return {result}({});\n}}",
            parts.join(", ")
        );
        self.mark(&name, root, Effect::Load, ty, 4);
        self.add_helper(&name, text)
    }

    /// Returns the function that loads a number of constant memory, of which an element of the uniform array holds four.
    pub(super) fn quads_load(&mut self, root: usize, scalar: Scalar) -> String {
        let variable = self.module.roots[root].name.clone();
        let name = format!("load_{variable}");
        let text = format!(
            "fn {name}(at: u32) -> {} {{\n  return {variable}[at / 4u][at % 4u];\n}}",
            scalar_text(scalar)
        );
        self.mark(&name, root, Effect::Load, &Ty::Scalar(scalar), 4);
        self.add_helper(&name, text)
    }

    /// Returns the function that stores a vector to words.
    pub(super) fn words_store(&mut self, root: usize, ty: &Ty) -> String {
        let info = self.module.roots[root].clone();
        let Shape::Words(word) = self.shapes[root] else {
            return String::new();
        };
        let (Ty::Vector(scalar, size), value_type) = (ty, self.type_text(ty)) else {
            return String::new();
        };
        let name = format!("store_{value_type}_{}", info.name);
        let parts: Vec<String> = (0..*size)
            .map(|index| {
                let index_text = if index == 0 {
                    "at".to_owned()
                } else {
                    format!("at + {index}u")
                };
                let value = format!("value.{}", ["x", "y", "z", "w"][usize::from(index)]);
                if info.atomic {
                    format!(
                        "  atomicStore(&{}[{index_text}], {});\n",
                        info.name,
                        Self::cast_word(&value, *scalar, Scalar::Uint)
                    )
                } else {
                    format!(
                        "  {}[{index_text}] = {};\n",
                        info.name,
                        Self::cast_word(&value, *scalar, word)
                    )
                }
            })
            .collect();
        let text = format!("fn {name}(at: u32, value: {value_type}) {{\n{}}}", parts.concat());
        self.mark(&name, root, Effect::Store, ty, 4);
        self.add_helper(&name, text)
    }
}

/// Returns the place of a vector's number; three numbers are counted in numbers, and others in vectors.
fn part_of(start: &str, size: u8, index: u8) -> String {
    match size {
        3 => format!("{start} + {index}u"),
        _ => format!("{start} * {size}u + {index}u"),
    }
}

/// Returns a name for vectors in packed words: that of CUDA for narrow ones, which have no type of their own in WGSL.
fn packed_name(scalar: Scalar, size: u8, wgsl: &str) -> String {
    match scalar.bytes() {
        4 => wgsl.to_owned(),
        _ => format!("{}{size}", scalar.name().replace("unsigned ", "u")),
    }
}
