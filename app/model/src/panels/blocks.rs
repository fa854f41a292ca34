//! A two-dimensional block of lanes: how it is divided into warps, and where one warp's elements lie in memory.

use crate::panels::asked::{self, Asked};
use simt::{Frame, Machine, Space, Trace};

/// The followed block and its position in the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlocksModel {
    /// Lanes of a block in x, y and z.
    pub size: [u32; 3],
    /// The index of the followed block, and the grid's size in blocks.
    pub block: [u32; 3],
    pub grid: [u32; 3],
    pub warp_width: u32,
    pub warps: u32,
    /// The requests of the press to storage and workgroup memory, ordered by warp.
    pub asked: Vec<Asked>,
    pub machine: Machine,
    /// The words in a row of the matrix, if the kernel has one.
    pub row_words: Option<u32>,
}

/// Adjacent lanes of one warp in one row of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub warp: u32,
    /// The row index: y + z * size y.
    pub row: u32,
    pub x: u32,
    pub lanes: u32,
    /// The index in the warp of the first lane.
    pub first: u32,
}

/// One row of memory and the words in it that a warp accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub number: u32,
    /// Word indices in the row, rising.
    pub words: Vec<u32>,
}

pub fn blocks(trace: &Trace, frame: &Frame, machine: &Machine, grid: [u32; 3], row_words: Option<u32>) -> BlocksModel {
    let in_space = |space| asked::asked(trace, frame, machine, space);
    let mut asked = in_space(Space::Storage);
    asked.extend(in_space(Space::Workgroup));
    asked.sort_by_key(|asked| asked.warp);
    BlocksModel {
        size: trace.workgroup_size,
        block: trace.workgroup_id,
        grid,
        warp_width: trace.warp_width,
        warps: trace.warps,
        asked,
        machine: machine.clone(),
        row_words,
    }
}

impl BlocksModel {
    /// Returns the number of rows of lanes: size y * size z.
    pub fn rows(&self) -> u32 {
        self.size[1] * self.size[2]
    }

    /// Returns the warp of a lane of the block: lanes are numbered along x first.
    pub fn warp_of(&self, x: u32, row: u32) -> u32 {
        (row * self.size[0] + x) / self.warp_width.max(1)
    }

    /// Returns all warps, divided at the rows of the block.
    pub fn runs(&self) -> Vec<Run> {
        let (width, warp_width) = (self.size[0].max(1), self.warp_width.max(1));
        let mut runs = Vec::new();
        for row in 0..self.rows() {
            let mut x = 0;
            while x < width {
                let index = row * width + x;
                let first = index % warp_width;
                let lanes = (warp_width - first).min(width - x);
                runs.push(Run {
                    warp: index / warp_width,
                    row,
                    x,
                    lanes,
                    first,
                });
                x += lanes;
            }
        }
        runs
    }

    /// Returns the number of rows of the block that a warp covers.
    pub fn rows_of(&self, warp: u32) -> usize {
        self.runs().iter().filter(|run| run.warp == warp).count()
    }

    /// Returns the words in a row of memory: the matrix's row, or a line (storage) or all banks once (workgroup
    /// memory).
    pub fn row_of(&self, asked: &Asked) -> u32 {
        let unit = match asked.space {
            Space::Storage => self.row_words.unwrap_or(self.machine.line_bytes / 4),
            Space::Workgroup | Space::Uniform => self.machine.bank_count * self.machine.bank_bytes / 4,
        };
        unit.max(1)
    }

    /// Returns the words of a request, grouped by row of memory.
    pub fn touched(&self, asked: &Asked) -> Vec<Row> {
        let width = self.row_of(asked);
        let mut words: Vec<u32> = asked
            .parts
            .iter()
            .flat_map(|part| {
                let last = part.bytes.max(1) - 1;
                part.addresses
                    .iter()
                    .flat_map(move |address| address / 4..=(address + last) / 4)
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        let mut rows: Vec<Row> = Vec::new();
        for word in words {
            let (number, inside) = (word / width, word % width);
            match rows.last_mut() {
                Some(row) if row.number == number => row.words.push(inside),
                _ => rows.push(Row {
                    number,
                    words: vec![inside],
                }),
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples;
    use simt::Access;

    /// Returns the model at the first step of warp 0 that loads `name`.
    fn first_load(kernel: &str, n: u32, block: u32, name: &str, row: Option<u32>) -> BlocksModel {
        let machine = Machine::default();
        let (trace, _) = samples::one_block(kernel, n, block, &machine);
        let models = (0..trace.len()).map(|step| {
            let frame = Frame { steps: step..step + 1 };
            blocks(&trace, &frame, &machine, [1, 1, 1], row)
        });
        let loads = |model: &BlocksModel| {
            let mut asked = model.asked.iter();
            asked.any(|asked| asked.name == name && asked.access == Access::Load)
        };
        models.into_iter().find(loads).expect("a load")
    }

    #[test]
    fn a_warp_stands_in_as_many_rows_as_its_block_is_narrow() {
        // (kernel, lanes of a block, rows that a warp covers in the block and reads in the matrix)
        let table = [
            ("matrix_add_32x32", [32, 32, 1], 1),
            ("matrix_add_32x16", [32, 16, 1], 1),
            ("matrix_add_16x32", [16, 32, 1], 2),
            ("matrix_add_16x16", [16, 16, 1], 2),
        ];
        for (kernel, size, rows) in table {
            let model = first_load(kernel, 16_384, 256, "a", Some(128));
            assert_eq!(model.size, size, "{kernel}");
            assert_eq!(model.rows_of(0), rows, "{kernel}");
            let asked = &model.asked[0];
            let touched = model.touched(asked);
            assert_eq!(touched.len(), rows, "{kernel}");
            let lines: u64 = asked
                .parts
                .iter()
                .map(|part| part.traffic(&model.machine).transactions)
                .sum();
            assert_eq!(lines, rows as u64, "{kernel}");
        }
    }

    #[test]
    fn runs_cover_every_lane_once() {
        for size in [[16, 16, 1], [32, 4, 1], [64, 1, 1], [12, 5, 2], [100, 1, 1]] {
            let model = BlocksModel {
                size,
                warp_width: 32,
                ..BlocksModel::default()
            };
            let mut next = 0;
            for run in model.runs() {
                assert_eq!(run.row * size[0] + run.x, next, "{size:?}");
                assert_eq!(run.warp * 32 + run.first, next, "{size:?}");
                assert_eq!(model.warp_of(run.x, run.row), run.warp);
                next += run.lanes;
            }
            assert_eq!(next, size.iter().product::<u32>(), "{size:?}");
        }
    }

    #[test]
    fn a_column_of_a_tile_lies_in_many_rows_of_banks() {
        let model = first_load("matmul_tile_columns", 1024, 256, "a_tile", Some(32));
        let asked = model.asked.iter().find(|asked| asked.name == "a_tile");
        // Sixteen rows of a tile, 16 words each: two of them fill the 32 banks once.
        assert_eq!(model.touched(asked.expect("a load")).len(), 8);
    }
}
