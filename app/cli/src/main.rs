//! The simulated machine on the command line: `warpstep lessons | metrics | check | compare | trace | bench | exec`.

mod arguments;
mod bench;
mod buffers;
mod check;
mod compare;
mod cuda_job;
mod exec;
mod files;
mod gallery;
mod headers;
mod job;
mod kernel_name;
mod launches;
mod lessons_list;
mod lines;
mod machine;
mod metrics;
mod metrics_object;
mod number;
mod printed;
mod problem;
mod trace;
mod unsaid;
mod unset;
mod usual;
mod visible;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use problem::Problem;
use std::io::Write;
use std::process::ExitCode;
use visible::visible;

/// Stack size in bytes. The front end recurses into nested code; the system commits only the pages that are used.
const STACK_BYTES: usize = 1 << 30;

/// Exit statuses: findings or failures were reported; nothing could be run.
const FOUND: u8 = 1;
const CANNOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(help) if !help.use_stderr() => help.exit(),
        Err(error) => {
            // It quotes the arguments, which may come from elsewhere.
            let _ = write!(std::io::stderr(), "{}", visible(&error.to_string()));
            return ExitCode::from(CANNOT_RUN);
        }
    };
    let run = move || match execute(arguments.command) {
        Ok(status) => status,
        Err(Problem::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            // The reader of the pipe has closed it, so no more output is needed.
            ExitCode::SUCCESS
        }
        Err(problem) => {
            let sentence = visible(&problem.to_string());
            let _ = writeln!(std::io::stderr(), "error: {sentence}");
            ExitCode::from(CANNOT_RUN)
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => ExitCode::from(CANNOT_RUN),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: no thread could be started: {error}");
            ExitCode::from(CANNOT_RUN)
        }
    }
}

/// Writes the manual page of the program, with a section for each command.
fn manual(out: &mut impl Write) -> Result<(), Problem> {
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("warpstep {}", sub.get_name());
        let page = clap_mangen::Man::new(sub.clone().bin_name(name.clone()));
        writeln!(out, ".SH {}", name.to_uppercase())?;
        page.render_description_section(out)?;
        page.render_synopsis_section(out)?;
        page.render_options_section(out)?;
    }
    Ok(())
}

fn execute(command: Command) -> Result<ExitCode, Problem> {
    let mut out = std::io::stdout().lock();
    let status = match command {
        Command::Lessons => lessons_list::write(&mut out).map(|()| ExitCode::SUCCESS),
        Command::Metrics(arguments) => metrics::write(&arguments, &mut out).map(|()| ExitCode::SUCCESS),
        Command::Check(arguments) => check::write(&arguments, &mut out),
        Command::Compare(arguments) => compare::write(&arguments, &mut out),
        Command::Trace(arguments) => trace::write(&arguments, &mut out).map(|()| ExitCode::SUCCESS),
        Command::Bench(arguments) => bench::write(&arguments, &mut out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "warpstep", &mut script);
            out.write_all(&script)
                .map(|()| ExitCode::SUCCESS)
                .map_err(Problem::from)
        }
        Command::Man => manual(&mut out).map(|()| ExitCode::SUCCESS),
        Command::Exec => exec::answer_all(std::io::stdin().lock(), &mut out).map(|()| ExitCode::SUCCESS),
    }?;
    out.flush()?;
    Ok(status)
}
