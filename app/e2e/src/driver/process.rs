//! The programs that a browser needs: how they are found, started and ended.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A process that is killed when it is dropped: a WebDriver server or a display.
#[derive(Debug)]
pub(super) struct Helper(Child);

impl Helper {
    /// Starts a program, whose output nobody reads.
    pub(super) fn start(command: &mut Command) -> Self {
        let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
        Helper(spawn(silent))
    }

    /// Starts a program, and returns the first result of `find` for a line of its output; `None` if it has ended before.
    pub(super) fn start_until<T>(command: &mut Command, find: impl Fn(&str) -> Option<T>) -> Option<(Self, T)> {
        let mut helper = Helper(spawn(command.stdout(Stdio::piped()).stderr(Stdio::null())));
        let output = helper.0.stdout.take().expect("the output is piped");
        let mut output = BufReader::new(output);
        let value = loop {
            let mut line = String::new();
            let read = output.read_line(&mut line).expect("a program's output");
            if read == 0 {
                return None;
            }
            if let Some(value) = find(line.trim()) {
                break value;
            }
        };
        // A program would fail to write if nobody read, and its browser writes there, too. The thread ends with them.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Some((helper, value))
    }
}

fn spawn(command: &mut Command) -> Child {
    let spawned = command.stdin(Stdio::null()).spawn();
    spawned.unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()))
}

impl Drop for Helper {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser, by its process id. It is killed when this is dropped.
#[derive(Debug)]
pub(super) struct BrowserProcess(pub(super) u64);

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        let mut kill = if cfg!(windows) {
            let mut kill = Command::new("taskkill");
            kill.args(["/F", "/T", "/PID"]);
            kill
        } else {
            let mut kill = Command::new("kill");
            kill.arg("-KILL");
            kill
        };
        kill.arg(self.0.to_string());
        // A browser that has crashed is gone already.
        let _ = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// Returns the program that an environment variable names, else the first of these names on the `PATH`. `setup` is the
/// command that installs it.
pub(super) fn program(variable: &str, names: &[&str], setup: &str) -> PathBuf {
    if let Some(path) = std::env::var_os(variable) {
        return path.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
    candidates
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("none of {names:?} on the PATH: run `{setup}`, or set {variable}"))
}
