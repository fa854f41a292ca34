//! Ends the program when an input takes too long or too much memory, because neither can be stopped from inside.

use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const LONGEST: Duration = Duration::from_secs(10);
/// Maximum peak memory of the program, in bytes.
const MOST_MEMORY: u64 = 1 << 30;
/// Time between two checks. An input takes longer than this to fill the memory.
const INTERVAL: Duration = Duration::from_millis(20);

/// The current input of a job: start time, name and bytes.
type Work = Mutex<Option<(Instant, String, Vec<u8>)>>;

/// The slot in which one job stores its current input.
#[derive(Clone, Debug, Default)]
pub struct Watched(Arc<Work>);

impl Watched {
    /// Runs `work` while `name` and `input` are being watched.
    pub fn at<T>(&self, name: &str, input: &[u8], work: impl FnOnce() -> T) -> T {
        self.set(Some((Instant::now(), name.to_owned(), input.to_vec())));
        let done = work();
        self.set(None);
        done
    }

    fn set(&self, work: Option<(Instant, String, Vec<u8>)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }
}

/// Starts a thread that watches jobs until the program ends.
pub fn watch(jobs: Vec<Watched>) {
    thread::spawn(move || {
        loop {
            thread::sleep(INTERVAL);
            let memory = peak_memory();
            for Watched(work) in &jobs {
                let work = work.lock().unwrap_or_else(PoisonError::into_inner);
                let Some((since, name, input)) = &*work else {
                    continue;
                };
                let what = if since.elapsed() > LONGEST {
                    format!("more than {LONGEST:?}")
                } else if memory > MOST_MEMORY {
                    format!("{} MiB of memory", memory >> 20)
                } else {
                    continue;
                };
                crate::found(name, input, &what);
                exit(1);
            }
        }
    });
}

/// Returns the peak resident memory in bytes; 0 if the system does not report it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}
