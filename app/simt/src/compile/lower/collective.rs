//! Lowers functions of several lanes: barriers, atomic operations and subgroup functions.

use super::Compiler;
use crate::compile::place::{Place, Root, or_zero};
use crate::program::{Atomic, BarrierKind, Binary, KernelError, Op, Reach, Register, ScalarType, Scan, Shuffle};
use wgsl::{Builtin, Expr, Stored};

impl<'c> Compiler<'c> {
    pub(super) fn barrier(&mut self, builtin: Builtin) -> Result<Vec<Register>, KernelError> {
        self.builder.push(match builtin {
            Builtin::SubgroupBarrier => Op::Meet {
                mask: match self.builder.last() {
                    Some(&Op::CompareMask { mask }) => Some(mask),
                    _ => None,
                },
            },
            Builtin::TextureBarrier => Op::Barrier {
                kind: BarrierKind::Texture,
            },
            Builtin::StorageBarrier => Op::Barrier {
                kind: BarrierKind::Storage,
            },
            _ => Op::Barrier {
                kind: BarrierKind::Workgroup,
            },
        })?;
        Ok(Vec::new())
    }

    /// Lowers `workgroupUniformLoad`: a barrier, a load of one value for all lanes, and a barrier; each is a separate step.
    pub(super) fn uniform_load(&mut self, pointer: Expr) -> Result<Vec<Register>, KernelError> {
        let place = self.place(pointer)?;
        let barrier = Op::Barrier {
            kind: BarrierKind::Workgroup,
        };
        self.builder.push(barrier)?;
        self.builder.begin_step();
        let value = place.load(self.types, &mut self.builder)?;
        self.builder.push(barrier)?;
        self.builder.begin_step();
        Ok(value)
    }

    pub(super) fn atomic(
        &mut self,
        call: Expr,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Vec<Register>, KernelError> {
        let place = self.place(arguments[0])?;
        let values = self.values(&arguments[1..])?.concat();
        match (builtin, &values[..]) {
            (Builtin::AtomicLoad, _) => return place.load(self.types, &mut self.builder),
            (Builtin::AtomicStore, value) => {
                place.store(self.types, &mut self.builder, value)?;
                return Ok(Vec::new());
            }
            _ => {}
        }
        let scalar = self.scalar_of(place.shape)?;
        let is_signed = scalar == ScalarType::I32;
        let function = match builtin {
            Builtin::AtomicAdd => Atomic::Apply(Binary::Add),
            Builtin::AtomicSub => Atomic::Apply(Binary::Subtract),
            Builtin::AtomicAnd => Atomic::Apply(Binary::And),
            Builtin::AtomicOr => Atomic::Apply(Binary::Or),
            Builtin::AtomicXor => Atomic::Apply(Binary::ExclusiveOr),
            Builtin::AtomicMin if is_signed => Atomic::Apply(Binary::MinInt),
            Builtin::AtomicMin => Atomic::Apply(Binary::MinUint),
            Builtin::AtomicMax if is_signed => Atomic::Apply(Binary::MaxInt),
            Builtin::AtomicMax => Atomic::Apply(Binary::MaxUint),
            Builtin::AtomicExchange => Atomic::Exchange,
            Builtin::AtomicCompareExchangeWeak => Atomic::CompareExchange,
            _ => return self.unsupported(format!("`{}`", builtin.name())),
        };
        let (compare, value, words) = match values[..] {
            [value] => (value, value, 1),
            [compare, value] => (compare, value, 2),
            _ => return self.unsupported("this call"),
        };
        let reach = self.atomic_word(place)?;
        let to = self.builder.registers(words)?;
        self.builder.sites.pointer = place.span;
        self.builder.push(Op::Atomic {
            function,
            to,
            reach,
            value,
            compare,
        })?;
        let span = self.span(call);
        if builtin == Builtin::AtomicAdd
            && self.is_wide(span)
            && let Some(check) = self.check_of(wgsl::Binary::Add, scalar, span)
        {
            self.check(span, check, (&[to], &[value]))?;
        }
        Ok((0..words).map(|word| to.offset(word)).collect())
    }

    /// Returns the word that is an atomic variable.
    pub(super) fn atomic_word(&mut self, place: Place) -> Result<Reach, KernelError> {
        let Root::Memory {
            memory,
            address,
            offset,
        } = place.root
        else {
            return self.unsupported("an atomic variable here");
        };
        Ok(Reach {
            memory,
            address: or_zero(&mut self.builder, address)?,
            offset,
            words: 1,
            stored: Stored::Word,
        })
    }

    pub(super) fn subgroup(&mut self, builtin: Builtin, arguments: &[Expr]) -> Result<Vec<Register>, KernelError> {
        use Builtin as B;
        let values = self.values(arguments)?;
        let index = |values: &[Vec<Register>]| values.get(1).and_then(|index| index.first().copied());
        let shuffle = match builtin {
            B::SubgroupBroadcastFirst => Some((Shuffle::First, Some(0))),
            B::SubgroupBroadcast | B::SubgroupShuffle => Some((Shuffle::Lane, None)),
            B::SubgroupShuffleDown => Some((Shuffle::Down, None)),
            B::SubgroupShuffleUp => Some((Shuffle::Up, None)),
            B::SubgroupShuffleXor => Some((Shuffle::Xor, None)),
            B::QuadBroadcast => Some((Shuffle::Quad, None)),
            // The lanes of a quad are two rows of two.
            B::QuadSwapX => Some((Shuffle::Xor, Some(1))),
            B::QuadSwapY => Some((Shuffle::Xor, Some(2))),
            B::QuadSwapDiagonal => Some((Shuffle::Xor, Some(3))),
            _ => None,
        };
        if let Some((mode, fixed)) = shuffle {
            let index = match (fixed, index(&values)) {
                (Some(bits), _) => self.builder.constant(bits)?,
                (None, Some(index)) => index,
                (None, None) => return self.unsupported("this call"),
            };
            return self.shuffle(mode, &values[0], index);
        }
        match builtin {
            B::SubgroupBallot => {
                let to = self.builder.registers(4)?;
                let condition = values[0][0];
                self.builder.push(Op::Ballot { to, condition })?;
                Ok((0..4).map(|word| to.offset(word)).collect())
            }
            // The first lane is the one that counts none before itself.
            B::SubgroupElect => {
                let one = vec![self.builder.constant(1)?];
                let before = self.combine((Binary::Add, 0), Scan::Exclusive, &one)?;
                let zero = self.builder.constant(0)?;
                Ok(vec![self.apply(Binary::Equal, before[0], zero)?])
            }
            _ => {
                let shape = self.shape(arguments[0]);
                let Some((scan, function)) = combination(builtin, self.scalar_of(shape)?) else {
                    return self.unsupported(format!("`{}`", builtin.name()));
                };
                let value = self.combine(function, scan, &values[0])?;
                self.rounded_as(shape, value)
            }
        }
    }

    fn shuffle(&mut self, mode: Shuffle, value: &[Register], index: Register) -> Result<Vec<Register>, KernelError> {
        let mut result = Vec::new();
        for &from in value {
            let to = self.builder.register()?;
            self.builder.push(Op::Shuffle { mode, to, from, index })?;
            result.push(to);
        }
        Ok(result)
    }

    fn combine(
        &mut self,
        (function, neutral): (Binary, u32),
        scan: Scan,
        value: &[Register],
    ) -> Result<Vec<Register>, KernelError> {
        let mut result = Vec::new();
        for &from in value {
            let to = self.builder.register()?;
            self.builder.push(Op::Combine {
                function,
                scan,
                to,
                from,
                neutral,
            })?;
            result.push(to);
        }
        Ok(result)
    }
}

/// Returns the lanes that a function combines, and the operator with its neutral element.
fn combination(builtin: Builtin, scalar: ScalarType) -> Option<(Scan, (Binary, u32))> {
    use Builtin as B;
    use ScalarType::{F32, I32};
    let scan = match builtin {
        B::SubgroupInclusiveAdd | B::SubgroupInclusiveMul => Scan::Inclusive,
        B::SubgroupExclusiveAdd | B::SubgroupExclusiveMul => Scan::Exclusive,
        _ => Scan::Reduce,
    };
    let function = match (builtin, scalar) {
        (B::SubgroupAdd | B::SubgroupInclusiveAdd | B::SubgroupExclusiveAdd, F32) => {
            (Binary::AddFloat, 0.0_f32.to_bits())
        }
        (B::SubgroupAdd | B::SubgroupInclusiveAdd | B::SubgroupExclusiveAdd, _) => (Binary::Add, 0),
        (B::SubgroupMul | B::SubgroupInclusiveMul | B::SubgroupExclusiveMul, F32) => {
            (Binary::MultiplyFloat, 1.0_f32.to_bits())
        }
        (B::SubgroupMul | B::SubgroupInclusiveMul | B::SubgroupExclusiveMul, _) => (Binary::Multiply, 1),
        (B::SubgroupMin, F32) => (Binary::MinFloat, f32::INFINITY.to_bits()),
        (B::SubgroupMin, I32) => (Binary::MinInt, i32::MAX as u32),
        (B::SubgroupMin, _) => (Binary::MinUint, u32::MAX),
        (B::SubgroupMax, F32) => (Binary::MaxFloat, f32::NEG_INFINITY.to_bits()),
        (B::SubgroupMax, I32) => (Binary::MaxInt, i32::MIN as u32),
        (B::SubgroupMax, _) => (Binary::MaxUint, 0),
        (B::SubgroupAnd, _) => (Binary::And, u32::MAX),
        (B::SubgroupAll, _) => (Binary::And, 1),
        (B::SubgroupOr | B::SubgroupAny, _) => (Binary::Or, 0),
        (B::SubgroupXor, _) => (Binary::ExclusiveOr, 0),
        _ => return None,
    };
    Some((scan, function))
}
