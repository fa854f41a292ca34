//! The language features that kernels contain, to count which of them a set of kernels covers.

macro_rules! constructs {
    ($($name:ident),* $(,)?) => {
        /// A language feature. Its name says which.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Construct {
            $($name),*
        }

        impl Construct {
            /// All features.
            pub const ALL: &'static [Construct] = &[$(Construct::$name),*];
        }
    };
}

constructs! {
    // Types
    Unsigned, Signed, Boolean, Float, Vector, BooleanVector, Matrix, ArrayVariable, StructVariable, ArrayOfVectors,
    // Variables
    PrivateVariable, ModuleConstant, Override, OverrideWorkgroupSize, OverrideArraySize, PointerVariable,
    PointerToElement, ComputedIndex, ComponentAssignment, CompoundAssignment, Increment, WholeStruct, Phony,
    VectorIndex, Swizzle, UnobservedOutOfRange,
    SwizzleAssignment, Shadowing,
    // Texts that not every compiler takes
    ConstantBuiltIn, AbstractNumber, LetOfConstant, ConstAssert, DeepParentheses, DoubleMinus, PointerToBuffer,
    PointerToPart, Directive,
    // Operators
    Arithmetic, Division, DivisionByZero, Overflow, Bitwise, Shift, LongShift, Negation, Complement, Comparison,
    Logical, ShortCircuit, VectorWithScalar, MatrixWithVector, MatrixWithMatrix,
    // Built-in functions
    MinMaxClamp, AbsSign, CountBits, FindBits, ReverseBits, ExtractBits, InsertBits, DotProduct, PackedDot, Pack,
    Unpack, PackHalf, Select, VectorSelect, AllAny, Bitcast, FloatToInteger, IntegerToFloat, Rounding, Fused, Mix,
    Step, Modf, Frexp, Ldexp, Cross, Reflect, Transpose, Determinant, Quantize, ArrayLength,
    // Control flow
    If, Else, ElseIf, For, While, Loop, Continuing, BreakIf, Break, Continue, Switch, DefaultAmongCases,
    DataDependentTripCount, NestedLoop, EarlyReturn, EarlyReturnFromFunction, Block,
    // Functions
    Call, PointerParameter, ImpureCall, CallInCall,
    // Memory
    OwnStorageElement, ReadOnlyStorage, UniformBuffer, StorageStruct, WorkgroupExchange, WorkgroupTree,
    StorageExchange, WorkgroupStruct, UniformLoop, UniformBranch, UniformLoad, StorageAtomic, WorkgroupAtomic,
    // Dispatch
    SeveralWorkgroups, WorkgroupGrid, WorkgroupBlock, Inexact,
}
