//! A run to its end or to its budget's, counted over all workgroups.

use simt::{Dispatch, Execution, KernelError, Program, Run, RunOptions};

/// Statements after which the budget is looked at: a dispatch of very many short workgroups has an end, too.
const SLICE: u64 = 1 << 22;

/// Runs to the end, or until the budget of steps is used up.
///
/// # Errors
/// As [`Execution::new`].
pub fn run(
    program: &Program,
    dispatch: &Dispatch,
    options: &RunOptions,
) -> Result<Run, KernelError> {
    let mut execution = Execution::new(program, dispatch, options)?;
    let mut rest = options.step_budget.max(1);
    while rest > 0 {
        let slice = rest.min(SLICE);
        if execution.advance(slice).finished {
            break;
        }
        rest -= slice;
    }
    Ok(execution.finish())
}
