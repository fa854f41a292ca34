//! Runs the seeds in a separate process, because a driver may crash or hang on a kernel; then continues with the next
//! seed.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Marker that a worker prints before each seed.
pub const MARK: &str = "\u{1}";

/// Timeout of one kernel and its minimisation; only a driver that hangs takes longer.
const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Debug, Default)]
struct Tally {
    agreed: u64,
    known: u64,
    differ: u64,
    not_run: u64,
}

/// Runs `kernels` seeds, starting at `from`. Returns failure if there was a disagreement.
pub fn watch(kernels: u64, from: u64) -> std::io::Result<ExitCode> {
    let (begin, mut tally) = (Instant::now(), Tally::default());
    let (mut next, end) = (from, from.saturating_add(kernels));
    while next < end {
        let reached = worker(next, end, &mut tally, begin)?;
        if let Some(reached) = reached {
            tally.not_run += 1;
            println!("seed {reached} was not run: the driver crashed or hung");
            next = reached + 1;
        } else {
            break;
        }
    }
    let Tally {
        agreed,
        known,
        differ,
        not_run,
    } = tally;
    println!(
        "{kernels} kernels: {agreed} agreed, {known} met a known bug, {differ} disagreements, {not_run} not run, {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    Ok(if differ == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs one worker process. Returns the seed at which it ended early, if it did.
fn worker(from: u64, end: u64, tally: &mut Tally, begin: Instant) -> std::io::Result<Option<u64>> {
    let mut child = Command::new(std::env::current_exe()?)
        .args([
            "--worker",
            "--from",
            &from.to_string(),
            "--kernels",
            &(end - from).to_string(),
        ])
        .stdout(Stdio::piped())
        .spawn()?;
    let (sender, receiver) = channel();
    let output = child.stdout.take();
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(output?).lines().map_while(Result::ok) {
            sender.send(line).ok()?;
        }
        Some(())
    });
    let mut seed = from;
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(line) => match line.strip_prefix(MARK).map(str::split_whitespace) {
                Some(mut words) => {
                    seed = words.next().and_then(|seed| seed.parse().ok()).unwrap_or(seed);
                    match words.next() {
                        Some("agreed") => tally.agreed += 1,
                        Some("known") => tally.known += 1,
                        Some("differ") => tally.differ += 1,
                        Some(_) => tally.not_run += 1,
                        None => continue,
                    }
                    let done = tally.agreed + tally.known + tally.differ + tally.not_run;
                    if done.is_multiple_of(1000) {
                        println!("{done} kernels, {tally:?}, {:.0} s", begin.elapsed().as_secs_f64());
                    }
                }
                None => println!("{line}"),
            },
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let complete = child.wait()?.success();
    // The pipe is closed by now, so the reader has ended.
    let _ended = reader.join();
    Ok((!complete).then_some(seed))
}
