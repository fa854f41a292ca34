//! The kernels and sizes that a check runs.

use crate::text::{bindings, parameters};
use lessons::{GALLERY, GalleryKernel, Size};
use simt::{Contents, Dispatch, Machine};

/// Sizes that blocks divide, and others.
const CHECKED: [u32; 2] = [1 << 14, 1000];
const BLOCKS: [u32; 3] = [64, 256, 1024];
const TIMED: (u32, u32) = (1 << 24, 256);

/// The options of the command line.
#[derive(Default)]
pub struct Request {
    n: Option<u32>,
    block: Option<u32>,
    /// True to skip the timed cases.
    quick: bool,
    /// Names of the kernels to check; empty: all.
    names: Vec<String>,
}

/// A kernel at a size. An untimed case is launched once and compared, a timed one is launched several times.
pub struct Case {
    pub kernel: &'static GalleryKernel,
    pub size: Size,
    pub timed: bool,
}

/// A buffer of the dispatch that the twin receives.
pub struct Given<'a> {
    pub binding: usize,
    /// The `__constant__` array that receives the buffer; `None` for a parameter.
    pub symbol: Option<&'static str>,
    pub contents: &'a Contents,
}

impl Request {
    pub fn parse(options: &[&str]) -> Result<Self, String> {
        let mut request = Request::default();
        let mut options = options.iter();
        let number = |value: Option<&&str>| {
            let number = value.and_then(|value| value.parse().ok());
            number.ok_or("`--n` and `--block` need a number")
        };
        while let Some(&option) = options.next() {
            match option {
                "--n" => request.n = Some(number(options.next())?),
                "--block" => request.block = Some(number(options.next())?),
                "--quick" => request.quick = true,
                name if GalleryKernel::by_name(name).is_some() => request.names.push(name.into()),
                other => return Err(format!("the gallery has no kernel `{other}`")),
            }
        }
        let (n, block) = (request.n.unwrap_or(TIMED.0), request.block.unwrap_or(TIMED.1));
        match Size::new(n, block) {
            Ok(_) => Ok(request),
            Err(error) => Err(format!("n = {n} in blocks of {block} cannot run: {error:?}")),
        }
    }

    /// Returns the cases, grouped by kernel.
    pub fn cases(&self) -> Vec<Case> {
        let asked =
            |kernel: &&&GalleryKernel| self.names.is_empty() || self.names.contains(&kernel.kernel.name.to_string());
        let kernels = GALLERY.iter().filter(asked);
        kernels.flat_map(|kernel| self.of(kernel)).collect()
    }

    fn of(&self, kernel: &'static GalleryKernel) -> Vec<Case> {
        let (ns, blocks) = (
            self.n.map_or(CHECKED.to_vec(), |n| vec![n]),
            self.block.map_or(BLOCKS.to_vec(), |block| vec![block]),
        );
        let nearest = |n, block| kernel.task.nearest(Size::fixed(n, block));
        let mut cases: Vec<Case> = Vec::new();
        for (&n, &block) in ns.iter().flat_map(|n| blocks.iter().map(move |block| (n, block))) {
            let size = nearest(n, block);
            if cases.iter().all(|case| case.size != size) {
                cases.push(Case {
                    kernel,
                    size,
                    timed: false,
                });
            }
        }
        if !self.quick {
            let size = nearest(self.n.unwrap_or(TIMED.0), self.block.unwrap_or(TIMED.1));
            cases.push(Case {
                kernel,
                size,
                timed: true,
            });
        }
        cases
    }
}

impl Case {
    pub fn name(&self) -> &'static str {
        &self.kernel.kernel.name
    }

    /// Returns the dispatch that the machine and WebGPU receive.
    pub fn dispatch(&self) -> Dispatch {
        self.kernel.dispatch(self.size, &Machine::default())
    }

    /// Returns the buffers of the dispatch that the twin receives: as parameters, or as `__constant__` arrays.
    pub fn given<'a>(&self, dispatch: &'a Dispatch) -> Vec<Given<'a>> {
        let twin = self.kernel.twin;
        let parameters = parameters(twin, self.name());
        let names = bindings(&self.kernel.kernel.source);
        let bound = names.zip(&dispatch.buffers).enumerate();
        bound
            .filter_map(|(binding, (name, buffer))| {
                let symbol = twin.contains(&format!("__constant__ float {name}[")).then_some(name);
                (symbol.is_some() || parameters.contains(&name)).then_some(Given {
                    binding,
                    symbol,
                    contents: &buffer.contents,
                })
            })
            .collect()
    }
}
