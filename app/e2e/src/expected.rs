//! The expected content of the page: a trace of the machine, run natively.

use lessons::{GalleryKernel, Size, Values};
use simt::{Access, Cursor, Dispatch, Grain, Machine, Program, RunOptions, compile, run};

/// A native trace and a cursor over it.
#[derive(Debug)]
pub struct Expected {
    pub cursor: Cursor,
}

impl Expected {
    /// Runs a kernel of the gallery on the default machine with the values of a lesson, and traces its first workgroup.
    pub fn new(kernel: &str, n: u32, block: u32) -> Self {
        Self::on(Machine::default(), false, kernel, n, block)
    }

    /// Does the same on a machine, with or without predication of short branches.
    pub fn on(machine: Machine, predication: bool, kernel: &str, n: u32, block: u32) -> Self {
        let kernel = GalleryKernel::by_name(kernel).expect("a kernel of the gallery");
        let program = compile(&kernel.kernel.source, None).expect("it compiles");
        let dispatch = kernel.dispatch(Size::fixed(n, block).with(Values::Small), &machine);
        let options = RunOptions {
            machine,
            predication,
            ..RunOptions::default()
        };
        Self::of(&program, &dispatch, &options)
    }

    /// Runs any program, and takes the trace of its workgroup.
    pub fn of(program: &Program, dispatch: &Dispatch, options: &RunOptions) -> Self {
        let done = run(program, dispatch, options).expect("it runs");
        let trace = done.trace.expect("a trace is on by default");
        Expected {
            cursor: Cursor::new(trace),
        }
    }

    /// Returns the lanes at a position, one row of letters per warp: `A`ctive, `M`asked, at a `B`arrier, `F`inished,
    /// and `-` for absent.
    pub fn lanes(&mut self, position: usize) -> String {
        self.cursor.seek(position);
        let row = |warp: u32| {
            let state = self.cursor.warp(warp);
            let letter = |lane: u32| match lane {
                lane if !state.present.contains(lane) => '-',
                lane if state.finished.contains(lane) => 'F',
                lane if state.waiting.contains(lane) => 'B',
                lane if state.active.contains(lane) => 'A',
                _ => 'M',
            };
            (0..self.cursor.trace().warp_width).map(letter).collect::<String>()
        };
        (0..self.cursor.trace().warps).map(row).collect::<Vec<_>>().join("/")
    }

    /// Returns `name:index` of every word that the next press loads or stores, sorted and without repetition.
    pub fn words(&mut self, position: usize, grain: Grain, access: Access) -> Vec<String> {
        self.cursor.seek(position);
        let steps = self.cursor.frame(grain).steps;
        let mut words: Vec<String> = steps
            .flat_map(|step| self.cursor.trace().requests(step).collect::<Vec<_>>())
            .filter(|request| {
                if access.writes() {
                    request.access.writes()
                } else {
                    request.access.reads()
                }
            })
            .flat_map(|request| {
                let name = &self.cursor.trace().memories[request.memory as usize].name;
                let addresses = request.addresses.lanes(request.mask).map(|(_, address)| address);
                addresses
                    .map(|address| format!("{name}:{}", address / 4))
                    .collect::<Vec<_>>()
            })
            .collect();
        words.sort();
        words.dedup();
        words
    }
}
