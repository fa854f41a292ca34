//! The state of this computer, found in a fraction of a second and without changing anything.

use super::system::{AptAccess, System, named, system};
use super::tools::{TRUNK, Tool, WASM_BINDGEN, find, npm};
use crate::shell::{on_path, output, program_in};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The toolchain name that rustup gives to a system compiler that can build for wasm32.
pub const WEB_TOOLCHAIN: &str = "web";
pub const WASM_TRIPLE: &str = "wasm32-unknown-unknown";

/// The compiler that can build for wasm32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WasmTarget {
    Active,
    WebToolchain,
    Absent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub system: System,
    pub apt: AptAccess,
    pub rustup: bool,
    pub binstall: bool,
    pub npm: bool,
    pub wasm_target: WasmTarget,
    pub rustfmt: bool,
    pub clippy: bool,
    pub nextest: bool,
    pub trunk: Tool,
    pub wasm_bindgen: Tool,
    /// wasm-opt, as a program and its first arguments.
    pub wasm_opt: Option<Vec<PathBuf>>,
    /// Path of wasm-split-cli.
    pub wasm_split: Option<PathBuf>,
    pub chromium: Option<PathBuf>,
    pub chromedriver: Option<PathBuf>,
    pub firefox: Option<PathBuf>,
    pub geckodriver: Option<PathBuf>,
    /// WebKitWebDriver, which brings its browser.
    pub webkit_driver: Option<PathBuf>,
    /// The display on which WebKitGTK's browser draws.
    pub xvfb: Option<PathBuf>,
    pub chinese_font: bool,
    pub lavapipe: bool,
}

impl Facts {
    /// Examines this computer. Starts a few short programs, such as `rustc --print`.
    pub fn gather() -> Self {
        let rustup = on_path("rustup").is_some();
        let system = system();
        Self {
            system,
            apt: apt_access(),
            rustup,
            binstall: on_path("cargo-binstall").is_some(),
            npm: npm().is_some(),
            wasm_target: wasm_target(rustup),
            rustfmt: component("rustfmt"),
            clippy: component("cargo-clippy"),
            nextest: on_path("cargo-nextest").is_some(),
            trunk: find(&TRUNK),
            wasm_bindgen: find(&WASM_BINDGEN),
            wasm_opt: super::wasm_opt::find(),
            wasm_split: super::wasm_split::find(),
            chromium: chromium(system),
            chromedriver: named("CHROMEDRIVER").or_else(|| on_path("chromedriver")),
            firefox: firefox(system),
            geckodriver: named("GECKODRIVER").or_else(|| on_path("geckodriver")),
            webkit_driver: named("WEBKIT_DRIVER").or_else(|| on_path("WebKitWebDriver")),
            xvfb: named("XVFB").or_else(|| on_path("Xvfb")),
            chinese_font: system != System::Linux || chinese_font(),
            lavapipe: system != System::Linux || lavapipe(),
        }
    }

    /// A command that finds the browsers and their drivers by their variables.
    pub fn with_browser<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        for (variable, program) in [
            ("CHROMIUM", &self.chromium),
            ("CHROMEDRIVER", &self.chromedriver),
            ("FIREFOX", &self.firefox),
            ("GECKODRIVER", &self.geckodriver),
            ("WEBKIT_DRIVER", &self.webkit_driver),
            ("XVFB", &self.xvfb),
        ] {
            if let Some(program) = program {
                command.env(variable, program);
            }
        }
        command
    }
}

/// Returns true if the folder holds a standard library. The compiler names the folder even if it does not exist.
pub fn holds_std(target_libdir: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(target_libdir) else {
        return false;
    };
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    has_core_and_std(&names.collect::<Vec<_>>())
}

/// Returns true if `core` and `std` are present. A library is `libstd-<hash>.rlib`, or `libstd.rlib` if it was built on
/// this computer.
fn has_core_and_std(names: &[String]) -> bool {
    ["core", "std"].iter().all(|library| {
        names.iter().any(|name| {
            let rest = name.strip_prefix("lib").and_then(|rest| rest.strip_prefix(library));
            rest.is_some_and(|rest| rest == ".rlib" || rest.starts_with('-') && rest.ends_with(".rlib"))
        })
    })
}

/// Returns the folder in which the compiler expects the libraries for wasm32.
pub fn target_libdir(mut rustc: Command) -> Option<PathBuf> {
    output(rustc.args(["--print", "target-libdir", "--target", WASM_TRIPLE])).map(|text| PathBuf::from(text.trim()))
}

fn wasm_target(rustup: bool) -> WasmTarget {
    let has = |rustc| target_libdir(rustc).is_some_and(|folder| holds_std(&folder));
    if has(Command::new("rustc")) {
        return WasmTarget::Active;
    }
    let mut web = Command::new("rustc");
    web.env("RUSTUP_TOOLCHAIN", WEB_TOOLCHAIN);
    if rustup && has(web) {
        WasmTarget::WebToolchain
    } else {
        WasmTarget::Absent
    }
}

/// Returns true if the toolchain has the component. rustup puts a proxy for every component on PATH, so only the
/// toolchain's own folder is reliable.
fn component(program: &str) -> bool {
    output(Command::new("rustc").args(["--print", "sysroot"]))
        .is_some_and(|sysroot| program_in(&Path::new(sysroot.trim()).join("bin"), program).is_some())
}

fn chromium(system: System) -> Option<PathBuf> {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    ];
    let installed: Vec<PathBuf> = match system {
        System::Linux => Vec::new(),
        System::Mac => ["Google Chrome", "Chromium"]
            .map(|name| PathBuf::from(format!("/Applications/{name}.app/Contents/MacOS/{name}")))
            .into(),
        System::Windows => ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"]
            .into_iter()
            .filter_map(named)
            .map(|folder| folder.join("Google/Chrome/Application/chrome.exe"))
            .collect(),
    };
    named("CHROMIUM")
        .or_else(|| names.into_iter().find_map(on_path))
        .or_else(|| installed.into_iter().find(|path| path.is_file()))
}

fn firefox(system: System) -> Option<PathBuf> {
    let installed: Vec<PathBuf> = match system {
        System::Linux => Vec::new(),
        System::Mac => vec!["/Applications/Firefox.app/Contents/MacOS/firefox".into()],
        System::Windows => ["ProgramFiles", "ProgramFiles(x86)"]
            .into_iter()
            .filter_map(named)
            .map(|folder| folder.join("Mozilla Firefox/firefox.exe"))
            .collect(),
    };
    named("FIREFOX")
        .or_else(|| ["firefox-esr", "firefox"].into_iter().find_map(on_path))
        .or_else(|| installed.into_iter().find(|path| path.is_file()))
}

fn chinese_font() -> bool {
    super::apt::has_package("fonts-noto-cjk")
        || output(Command::new("fc-list").arg(":lang=zh")).is_some_and(|fonts| !fonts.trim().is_empty())
}

/// Returns true if lavapipe is installed: Mesa's Vulkan in software, the only driver that runs on every computer.
fn lavapipe() -> bool {
    ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten())
        .any(|entry| entry.file_name().to_string_lossy().starts_with("lvp_icd"))
}

fn apt_access() -> AptAccess {
    if on_path("apt-get").is_none() {
        return AptAccess::Absent;
    }
    if output(Command::new("id").arg("-u")).is_some_and(|user| user.trim() == "0") {
        return AptAccess::AsRoot;
    }
    match output(Command::new("sudo").args(["-n", "true"])) {
        Some(_) => AptAccess::ThroughSudo,
        None => AptAccess::Forbidden,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standard_library_is_core_and_std() {
        for (names, complete) in [
            (vec!["libcore-68ceb7eb.rlib", "libstd-1234.rlib"], true),
            (vec!["libcore-68ceb7eb.rlib", "libstd.rlib"], true),
            (vec!["libcore-68ceb7eb.rlib", "libstd_detect-12.rlib"], false),
            (vec!["libcore-68ceb7eb.rmeta", "libstd-1234.rmeta"], false),
            (vec![], false),
        ] {
            let owned: Vec<String> = names.iter().map(ToString::to_string).collect();
            assert_eq!(has_core_and_std(&owned), complete, "{names:?}");
        }
        assert!(!holds_std(Path::new("/no/such/folder")));
    }
}
