//! The built-in functions, each with the rule of its arguments and its result. Source: WGSL, "Built-in Functions".

use crate::types::Scalar;

pub(crate) const FLOAT: &[Scalar] = &[Scalar::AbstractFloat, Scalar::F32, Scalar::F16];
pub(crate) const NUMERIC: &[Scalar] = &[
    Scalar::AbstractInt,
    Scalar::AbstractFloat,
    Scalar::I32,
    Scalar::U32,
    Scalar::F32,
    Scalar::F16,
];
const SIGNED: &[Scalar] = &[
    Scalar::AbstractInt,
    Scalar::AbstractFloat,
    Scalar::I32,
    Scalar::F32,
    Scalar::F16,
];
pub(crate) const INTEGER: &[Scalar] = &[Scalar::I32, Scalar::U32];
pub(crate) const SINGLE: &[Scalar] = &[Scalar::F32];
const CONCRETE: &[Scalar] = &[Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16];

/// The number of components and their type.
pub(crate) type Shape = (u8, Scalar);

/// The types that a function takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The function takes this many arguments. They and the result have one type: a scalar or vector of one of these scalars.
    Same(usize, &'static [Scalar]),
    /// The same of one `f32`, of neighbouring threads of the fragment stage.
    Derivative,
    /// From bits to numbers or back: the types of the argument and the result.
    Packing(Shape, Shape),
    /// One number of each thread of the subgroup, of one of these scalars.
    Subgroup(&'static [Scalar], Lane),
    /// One truth of each thread of the subgroup, or none.
    Vote,
    Barrier,
    Atomic,
    Texture,
    /// A rule that no other function has.
    Own,
}

/// The second argument of a subgroup function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    None,
    /// A const-expression below a limit.
    Constant(i64),
    /// An `i32` or `u32`, below a limit where it is known.
    Any(i64),
    /// A `u32`, below a limit where it is known.
    Distance(i64),
}

/// Declares the functions: each is written once, with its name and its rule.
macro_rules! builtins {
    ($($builtin:ident $name:literal $rule:expr;)*) => {
        /// A built-in function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin {
            $($builtin,)*
        }

        impl Builtin {
            pub const ALL: &'static [Builtin] = &[$(Builtin::$builtin,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Builtin::$builtin => $name,)*
                }
            }

            /// Returns the function of a name.
            pub fn by_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Builtin::$builtin),)*
                    _ => None,
                }
            }

            pub(crate) const fn rule(self) -> Rule {
                match self {
                    $(Builtin::$builtin => $rule,)*
                }
            }
        }
    };
}

builtins! {
    Abs "abs" Rule::Same(1, NUMERIC);
    Acos "acos" Rule::Same(1, FLOAT);
    Acosh "acosh" Rule::Same(1, FLOAT);
    Asin "asin" Rule::Same(1, FLOAT);
    Asinh "asinh" Rule::Same(1, FLOAT);
    Atan "atan" Rule::Same(1, FLOAT);
    Atanh "atanh" Rule::Same(1, FLOAT);
    Atan2 "atan2" Rule::Same(2, FLOAT);
    Ceil "ceil" Rule::Same(1, FLOAT);
    Clamp "clamp" Rule::Same(3, NUMERIC);
    Cos "cos" Rule::Same(1, FLOAT);
    Cosh "cosh" Rule::Same(1, FLOAT);
    CountLeadingZeros "countLeadingZeros" Rule::Same(1, INTEGER);
    CountOneBits "countOneBits" Rule::Same(1, INTEGER);
    CountTrailingZeros "countTrailingZeros" Rule::Same(1, INTEGER);
    Degrees "degrees" Rule::Same(1, FLOAT);
    Exp "exp" Rule::Same(1, FLOAT);
    Exp2 "exp2" Rule::Same(1, FLOAT);
    FirstLeadingBit "firstLeadingBit" Rule::Same(1, INTEGER);
    FirstTrailingBit "firstTrailingBit" Rule::Same(1, INTEGER);
    Floor "floor" Rule::Same(1, FLOAT);
    Fma "fma" Rule::Same(3, FLOAT);
    Fract "fract" Rule::Same(1, FLOAT);
    InverseSqrt "inverseSqrt" Rule::Same(1, FLOAT);
    Log "log" Rule::Same(1, FLOAT);
    Log2 "log2" Rule::Same(1, FLOAT);
    Max "max" Rule::Same(2, NUMERIC);
    Min "min" Rule::Same(2, NUMERIC);
    Pow "pow" Rule::Same(2, FLOAT);
    QuantizeToF16 "quantizeToF16" Rule::Same(1, SINGLE);
    Radians "radians" Rule::Same(1, FLOAT);
    ReverseBits "reverseBits" Rule::Same(1, INTEGER);
    Round "round" Rule::Same(1, FLOAT);
    Saturate "saturate" Rule::Same(1, FLOAT);
    Sign "sign" Rule::Same(1, SIGNED);
    Sin "sin" Rule::Same(1, FLOAT);
    Sinh "sinh" Rule::Same(1, FLOAT);
    Smoothstep "smoothstep" Rule::Same(3, FLOAT);
    Sqrt "sqrt" Rule::Same(1, FLOAT);
    Step "step" Rule::Same(2, FLOAT);
    Tan "tan" Rule::Same(1, FLOAT);
    Tanh "tanh" Rule::Same(1, FLOAT);
    Trunc "trunc" Rule::Same(1, FLOAT);
    Dpdx "dpdx" Rule::Derivative;
    DpdxCoarse "dpdxCoarse" Rule::Derivative;
    DpdxFine "dpdxFine" Rule::Derivative;
    Dpdy "dpdy" Rule::Derivative;
    DpdyCoarse "dpdyCoarse" Rule::Derivative;
    DpdyFine "dpdyFine" Rule::Derivative;
    Fwidth "fwidth" Rule::Derivative;
    FwidthCoarse "fwidthCoarse" Rule::Derivative;
    FwidthFine "fwidthFine" Rule::Derivative;
    Pack4x8snorm "pack4x8snorm" Rule::Packing((4, Scalar::F32), (1, Scalar::U32));
    Pack4x8unorm "pack4x8unorm" Rule::Packing((4, Scalar::F32), (1, Scalar::U32));
    Pack4xI8 "pack4xI8" Rule::Packing((4, Scalar::I32), (1, Scalar::U32));
    Pack4xU8 "pack4xU8" Rule::Packing((4, Scalar::U32), (1, Scalar::U32));
    Pack4xI8Clamp "pack4xI8Clamp" Rule::Packing((4, Scalar::I32), (1, Scalar::U32));
    Pack4xU8Clamp "pack4xU8Clamp" Rule::Packing((4, Scalar::U32), (1, Scalar::U32));
    Pack2x16snorm "pack2x16snorm" Rule::Packing((2, Scalar::F32), (1, Scalar::U32));
    Pack2x16unorm "pack2x16unorm" Rule::Packing((2, Scalar::F32), (1, Scalar::U32));
    Pack2x16float "pack2x16float" Rule::Packing((2, Scalar::F32), (1, Scalar::U32));
    Unpack4x8snorm "unpack4x8snorm" Rule::Packing((1, Scalar::U32), (4, Scalar::F32));
    Unpack4x8unorm "unpack4x8unorm" Rule::Packing((1, Scalar::U32), (4, Scalar::F32));
    Unpack4xI8 "unpack4xI8" Rule::Packing((1, Scalar::U32), (4, Scalar::I32));
    Unpack4xU8 "unpack4xU8" Rule::Packing((1, Scalar::U32), (4, Scalar::U32));
    Unpack2x16snorm "unpack2x16snorm" Rule::Packing((1, Scalar::U32), (2, Scalar::F32));
    Unpack2x16unorm "unpack2x16unorm" Rule::Packing((1, Scalar::U32), (2, Scalar::F32));
    Unpack2x16float "unpack2x16float" Rule::Packing((1, Scalar::U32), (2, Scalar::F32));
    SubgroupAdd "subgroupAdd" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupExclusiveAdd "subgroupExclusiveAdd" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupInclusiveAdd "subgroupInclusiveAdd" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupMul "subgroupMul" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupExclusiveMul "subgroupExclusiveMul" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupInclusiveMul "subgroupInclusiveMul" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupMax "subgroupMax" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupMin "subgroupMin" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupAnd "subgroupAnd" Rule::Subgroup(INTEGER, Lane::None);
    SubgroupOr "subgroupOr" Rule::Subgroup(INTEGER, Lane::None);
    SubgroupXor "subgroupXor" Rule::Subgroup(INTEGER, Lane::None);
    SubgroupBroadcastFirst "subgroupBroadcastFirst" Rule::Subgroup(CONCRETE, Lane::None);
    SubgroupBroadcast "subgroupBroadcast" Rule::Subgroup(CONCRETE, Lane::Constant(128));
    SubgroupShuffle "subgroupShuffle" Rule::Subgroup(CONCRETE, Lane::Any(128));
    SubgroupShuffleDown "subgroupShuffleDown" Rule::Subgroup(CONCRETE, Lane::Distance(128));
    SubgroupShuffleUp "subgroupShuffleUp" Rule::Subgroup(CONCRETE, Lane::Distance(128));
    SubgroupShuffleXor "subgroupShuffleXor" Rule::Subgroup(CONCRETE, Lane::Distance(128));
    QuadBroadcast "quadBroadcast" Rule::Subgroup(CONCRETE, Lane::Constant(4));
    QuadSwapX "quadSwapX" Rule::Subgroup(CONCRETE, Lane::None);
    QuadSwapY "quadSwapY" Rule::Subgroup(CONCRETE, Lane::None);
    QuadSwapDiagonal "quadSwapDiagonal" Rule::Subgroup(CONCRETE, Lane::None);
    All "all" Rule::Own;
    Any "any" Rule::Own;
    Select "select" Rule::Own;
    ArrayLength "arrayLength" Rule::Own;
    Bitcast "bitcast" Rule::Own;
    Cross "cross" Rule::Own;
    Determinant "determinant" Rule::Own;
    Distance "distance" Rule::Own;
    Dot "dot" Rule::Own;
    Dot4I8Packed "dot4I8Packed" Rule::Own;
    Dot4U8Packed "dot4U8Packed" Rule::Own;
    ExtractBits "extractBits" Rule::Own;
    FaceForward "faceForward" Rule::Own;
    Frexp "frexp" Rule::Own;
    InsertBits "insertBits" Rule::Own;
    Ldexp "ldexp" Rule::Own;
    Length "length" Rule::Own;
    Mix "mix" Rule::Own;
    Modf "modf" Rule::Own;
    Normalize "normalize" Rule::Own;
    Reflect "reflect" Rule::Own;
    Refract "refract" Rule::Own;
    Transpose "transpose" Rule::Own;
    WorkgroupBarrier "workgroupBarrier" Rule::Barrier;
    StorageBarrier "storageBarrier" Rule::Barrier;
    TextureBarrier "textureBarrier" Rule::Barrier;
    SubgroupBarrier "subgroupBarrier" Rule::Barrier;
    WorkgroupUniformLoad "workgroupUniformLoad" Rule::Own;
    AtomicLoad "atomicLoad" Rule::Atomic;
    AtomicStore "atomicStore" Rule::Atomic;
    AtomicAdd "atomicAdd" Rule::Atomic;
    AtomicSub "atomicSub" Rule::Atomic;
    AtomicMax "atomicMax" Rule::Atomic;
    AtomicMin "atomicMin" Rule::Atomic;
    AtomicAnd "atomicAnd" Rule::Atomic;
    AtomicOr "atomicOr" Rule::Atomic;
    AtomicXor "atomicXor" Rule::Atomic;
    AtomicExchange "atomicExchange" Rule::Atomic;
    AtomicCompareExchangeWeak "atomicCompareExchangeWeak" Rule::Atomic;
    SubgroupAll "subgroupAll" Rule::Vote;
    SubgroupAny "subgroupAny" Rule::Vote;
    SubgroupBallot "subgroupBallot" Rule::Vote;
    SubgroupElect "subgroupElect" Rule::Vote;
    TextureDimensions "textureDimensions" Rule::Texture;
    TextureGather "textureGather" Rule::Texture;
    TextureGatherCompare "textureGatherCompare" Rule::Texture;
    TextureLoad "textureLoad" Rule::Texture;
    TextureNumLayers "textureNumLayers" Rule::Texture;
    TextureNumLevels "textureNumLevels" Rule::Texture;
    TextureNumSamples "textureNumSamples" Rule::Texture;
    TextureSample "textureSample" Rule::Texture;
    TextureSampleBias "textureSampleBias" Rule::Texture;
    TextureSampleCompare "textureSampleCompare" Rule::Texture;
    TextureSampleCompareLevel "textureSampleCompareLevel" Rule::Texture;
    TextureSampleGrad "textureSampleGrad" Rule::Texture;
    TextureSampleLevel "textureSampleLevel" Rule::Texture;
    TextureSampleBaseClampToEdge "textureSampleBaseClampToEdge" Rule::Texture;
    TextureStore "textureStore" Rule::Texture;
}

impl Builtin {
    /// Returns true if the result may be dropped.
    pub const fn may_be_dropped(self) -> bool {
        self.is_barrier() || self.is_atomic() || matches!(self, Builtin::TextureStore)
    }

    pub const fn is_barrier(self) -> bool {
        matches!(self.rule(), Rule::Barrier)
    }

    pub const fn is_atomic(self) -> bool {
        matches!(self.rule(), Rule::Atomic)
    }

    /// Returns true for a function that belongs to the extension `subgroups`.
    pub const fn is_of_subgroups(self) -> bool {
        matches!(self.rule(), Rule::Subgroup(..) | Rule::Vote)
    }

    /// Returns true for a function that compares neighbouring threads of the fragment stage.
    pub const fn is_derivative(self) -> bool {
        matches!(self.rule(), Rule::Derivative)
            || matches!(
                self,
                Builtin::TextureSample | Builtin::TextureSampleBias | Builtin::TextureSampleCompare
            )
    }

    pub const fn is_of_textures(self) -> bool {
        matches!(self.rule(), Rule::Texture)
    }

    /// Returns true for a function whose result follows from its arguments alone, without memory and other threads.
    pub const fn is_function_of_its_arguments(self) -> bool {
        !self.is_collective() && !self.is_atomic() && !self.is_of_textures() && !matches!(self, Builtin::ArrayLength)
    }

    /// Returns true for a function that takes a texture through a sampler, but for those that gather.
    pub(crate) const fn samples(self) -> bool {
        matches!(
            self,
            Builtin::TextureSample
                | Builtin::TextureSampleBias
                | Builtin::TextureSampleCompare
                | Builtin::TextureSampleCompareLevel
                | Builtin::TextureSampleGrad
                | Builtin::TextureSampleLevel
                | Builtin::TextureSampleBaseClampToEdge
        )
    }

    /// Returns true for a function that threads must call together.
    pub const fn is_collective(self) -> bool {
        self.is_barrier()
            || self.is_of_subgroups()
            || self.is_derivative()
            || matches!(self, Builtin::WorkgroupUniformLoad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_name() {
        for &builtin in Builtin::ALL {
            assert_eq!(Builtin::by_name(builtin.name()), Some(builtin));
        }
        assert_eq!(Builtin::by_name("main"), None);
    }

    /// The groups are those that the names show.
    #[test]
    fn groups_follow_the_names() {
        for &builtin in Builtin::ALL {
            let name = builtin.name();
            assert_eq!(builtin.is_barrier(), name.ends_with("Barrier"), "{name}");
            assert_eq!(builtin.is_atomic(), name.starts_with("atomic"), "{name}");
            let of_subgroups = name.starts_with("subgroup") && name != "subgroupBarrier";
            assert_eq!(
                builtin.is_of_subgroups(),
                of_subgroups || name.starts_with("quad"),
                "{name}"
            );
            assert_eq!(builtin.samples(), name.starts_with("textureSample"), "{name}");
            assert_eq!(
                builtin.rule() == Rule::Texture,
                name.starts_with("texture") && name != "textureBarrier",
                "{name}"
            );
        }
    }
}
