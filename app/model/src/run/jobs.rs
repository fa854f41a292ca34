//! The engine's jobs for the content of the page.

use crate::address::RunSpec;
use crate::run::sample::Sample;
use engine::protocol::Job;
use lessons::{Lesson, Limits, Parts, Size, Split};
use simt::{Dispatch, Kernel, Machine, RunOptions};

/// The block size of a preview: two warps show the idea, and they run at once.
const BLOCK: u32 = 64;

/// Returns how many workgroups of a view's dispatch run.
pub fn sample(view: &RunSpec) -> Sample {
    Split::of_size(view.kernel.task, view.size, Limits::SHOWN).into()
}

/// Returns the parts of a view's dispatch that run.
pub fn parts(view: &RunSpec) -> Parts {
    Parts::of_size(view.kernel.task, view.size, &view.machine, Limits::SHOWN)
}

/// Returns the job of a view's first part, with the trace of the workgroup that the picture follows.
pub fn of_view(view: &RunSpec, parts: &Parts) -> Job {
    let followed: u32 = parts.part.workgroups.iter().product();
    Job {
        check: Some(view.size),
        ..job(view, &parts.part, Some(view.workgroup.min(followed.saturating_sub(1))))
    }
}

/// Returns the job that counts the rest of a view's dispatch.
pub fn of_rest(view: &RunSpec, rest: &Dispatch) -> Job {
    job(view, rest, None)
}

/// Returns a job of a view with the CUDA twin as the text that runs.
pub fn in_cuda(view: &RunSpec, job: Job) -> Job {
    Job {
        kernel: Kernel {
            source: view.kernel.twin.into(),
            ..job.kernel
        },
        ..job
    }
}

fn job(view: &RunSpec, dispatch: &Dispatch, traced: Option<u32>) -> Job {
    Job {
        id: 0,
        kernel: view.kernel.kernel.clone(),
        dispatch: dispatch.clone(),
        options: RunOptions {
            machine: view.machine.clone(),
            predication: view.predication,
            scheduling: view.scheduling,
            seed: view.order.into(),
            traced,
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    }
}

/// Returns the job behind the picture of a lesson's card: about one block, since one element per lane is enough for a
/// picture. `None` for a lesson without kernels.
pub fn preview(lesson: &Lesson) -> Option<Job> {
    let picture = lesson.picture();
    let kernel = lesson.kernels.get(picture.kernel)?;
    let nearest = |size: Size| kernel.task.nearest(size);
    let size = match picture.size {
        Some(size) => nearest(size),
        None => {
            let band = kernel.task.band(nearest(Size::nearest(BLOCK, BLOCK)));
            let n = u32::try_from(band.unwrap_or(0)).unwrap_or(BLOCK);
            nearest(Size::nearest(n.max(BLOCK), BLOCK))
        }
    };
    let machine = Machine::default();
    Some(Job {
        id: 0,
        kernel: kernel.kernel.clone(),
        dispatch: kernel.dispatch(size, &machine),
        options: RunOptions {
            machine,
            traced: Some(picture.block),
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    })
}
