//! The engine's jobs for the content of the page.

use crate::address::RunSpec;
use crate::representative::Representative;
use engine::protocol::Job;
use lessons::{Lesson, Size};
use simt::{Machine, RunOptions};

/// The block size of a preview: two warps show the idea, and they run at once.
const BLOCK: u32 = 64;

/// Returns the job of a view: a part of its dispatch, and the trace of the workgroup that the picture follows.
pub fn of_view(view: &RunSpec, part: Representative) -> Job {
    Job {
        id: 0,
        kernel: view.kernel.kernel.clone(),
        dispatch: part.dispatch(view.kernel, view.size, &view.machine),
        options: RunOptions {
            machine: view.machine.clone(),
            predication: view.predication,
            traced: Some(view.workgroup.min(part.ran.saturating_sub(1))),
            ..RunOptions::default()
        },
        check: Some(view.size),
        with_buffers: false,
    }
}

/// Returns the job behind a lesson's thumbnail: its first kernel with about one block, since one element per lane is
/// enough for a picture. `None` for a lesson without kernels.
pub fn preview(lesson: &Lesson) -> Option<Job> {
    let kernel = lesson.kernels.first()?;
    let size = kernel.task.nearest(Size::nearest(BLOCK, BLOCK));
    let band = kernel.task.band(size).unwrap_or(0);
    let n = u32::try_from(band).unwrap_or(BLOCK).max(BLOCK);
    let size = kernel.task.nearest(Size::nearest(n, BLOCK));
    let machine = Machine::default();
    Some(Job {
        id: 0,
        kernel: kernel.kernel.clone(),
        dispatch: kernel.dispatch(size, &machine),
        options: RunOptions {
            machine,
            ..RunOptions::default()
        },
        check: None,
        with_buffers: false,
    })
}
