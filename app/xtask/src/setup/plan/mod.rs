//! Computes what to install, in which order and in which way, from the facts. It is pure, so that tests can cover every
//! kind of computer.

use super::facts::{Facts, WASM_TRIPLE, WasmTarget};
use super::step::{Place, Step, WasmRoad};
use super::system::{AptAccess, System};
use super::tools::{CargoTool, TRUNK, Tool, WASM_BINDGEN};
use crate::shell::Problem;

/// A dependency of one of our commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    WasmTarget,
    Trunk,
    WasmBindgen,
    WasmOpt,
    WasmSplit,
    Formatter,
    Linter,
    Lavapipe,
    Browser,
    OtherBrowsers,
    ChineseFont,
}

pub const FOR_SERVE: &[Part] = &[Part::WasmTarget, Part::Trunk, Part::WasmBindgen];
pub const FOR_PAGE: &[Part] = &[
    Part::WasmTarget,
    Part::Trunk,
    Part::WasmBindgen,
    Part::WasmOpt,
    Part::WasmSplit,
];
pub const FOR_BROWSER: &[Part] = &[Part::Browser, Part::ChineseFont];
pub const FOR_CROSS_BROWSER: &[Part] = &[Part::OtherBrowsers, Part::ChineseFont];
/// Everything that serve, build and the short run of the tests need. Quick parts come first, so that a part that cannot
/// be installed is reported before minutes of compiling.
pub const FOR_SHORT_RUN: &[Part] = &[
    Part::Formatter,
    Part::Linter,
    Part::Browser,
    Part::ChineseFont,
    Part::Lavapipe,
    Part::WasmTarget,
    Part::WasmOpt,
    Part::Trunk,
    Part::WasmBindgen,
    Part::WasmSplit,
];
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Missing parts that cannot be installed and are optional.
    pub notes: Vec<String>,
    /// Missing parts that cannot be installed and are required.
    pub by_hand: Vec<Problem>,
}

impl Plan {
    fn needs_hands(&mut self, what: &str, remedy: impl Into<String>) {
        self.by_hand.push(Problem::new(what, remedy));
    }

    /// Adds packages; neighbouring package steps are merged into one call of the package manager.
    fn add_packages(&mut self, packages: &[&'static str]) {
        match self.steps.last_mut() {
            Some(Step::Packages(already)) => {
                for package in packages {
                    if !already.contains(package) {
                        already.push(package);
                    }
                }
            }
            _ => self.steps.push(Step::Packages(packages.to_vec())),
        }
    }
}

/// Plans the installation of the missing parts, in the order of `parts`.
pub fn plan(facts: &Facts, parts: &[Part]) -> Plan {
    let mut plan = Plan::default();
    for part in parts {
        match part {
            Part::WasmTarget => wasm_target(facts, &mut plan),
            Part::Trunk => cargo_tool(&TRUNK, &facts.trunk, facts, &mut plan),
            Part::WasmBindgen => cargo_tool(&WASM_BINDGEN, &facts.wasm_bindgen, facts, &mut plan),
            Part::WasmOpt => wasm_opt(facts, &mut plan),
            Part::WasmSplit if facts.wasm_split.is_none() => plan.steps.push(Step::WasmSplit),
            Part::WasmSplit => {}
            Part::Formatter if !facts.rustfmt => rust_component("rustfmt", facts, &mut plan),
            Part::Linter if !facts.clippy => rust_component("clippy", facts, &mut plan),
            Part::Formatter | Part::Linter => {}
            Part::Lavapipe => lavapipe(facts, &mut plan),
            Part::Browser => browser(facts, &mut plan),
            Part::OtherBrowsers => other_browsers(facts, &mut plan),
            Part::ChineseFont => chinese_font(facts, &mut plan),
        }
    }
    plan
}

fn wasm_target(facts: &Facts, plan: &mut Plan) {
    if facts.wasm_target != WasmTarget::Absent {
        return;
    }
    let mut roads = Vec::new();
    if facts.rustup {
        roads.push(WasmRoad::Rustup);
    }
    if may_install_packages(facts) {
        roads.push(WasmRoad::Debian);
    }
    if roads.is_empty() {
        plan.needs_hands(
            "the Rust compiler has no standard library for wasm32",
            format!(
                "install rustup (https://rustup.rs) and run this again, or install your system's package for {WASM_TRIPLE}"
            ),
        );
    } else {
        plan.steps.push(Step::WasmTarget { roads });
    }
}

fn cargo_tool(tool: &'static CargoTool, state: &Tool, facts: &Facts, plan: &mut Plan) {
    let place = match state {
        Tool::Ready(_) => return,
        Tool::Absent => Place::Cargo,
        Tool::Other(_) => Place::ToolFolder,
    };
    plan.steps.push(Step::CargoTool {
        tool,
        place,
        prebuilt: facts.binstall,
    });
}

fn wasm_opt(facts: &Facts, plan: &mut Plan) {
    if facts.wasm_opt.is_some() {
        return;
    }
    if facts.npm {
        plan.steps.push(Step::WasmOpt);
    } else {
        plan.notes.push(
            "there is neither wasm-opt nor npm, so the release page is about a quarter larger; install Node.js, which includes npm, to avoid this"
                .to_owned(),
        );
    }
}

fn rust_component(name: &'static str, facts: &Facts, plan: &mut Plan) {
    if facts.rustup {
        plan.steps.push(Step::RustComponent(name));
    } else {
        plan.needs_hands(
            &format!("{name} is not part of the Rust installation"),
            format!("install your system's package for {name}, or use rustup (https://rustup.rs)"),
        );
    }
}

fn lavapipe(facts: &Facts, plan: &mut Plan) {
    if facts.lavapipe {
        return;
    }
    if may_install_packages(facts) {
        plan.add_packages(&["mesa-vulkan-drivers"]);
    } else {
        plan.notes.push(
            "there is no lavapipe, Mesa's Vulkan in software, so the GPU tests need a GPU in this computer".to_owned(),
        );
    }
}

fn browser(facts: &Facts, plan: &mut Plan) {
    let mut packages = Vec::new();
    if facts.chromium.is_none() {
        packages.push("chromium");
    }
    if facts.chromedriver.is_none() {
        packages.push("chromium-driver");
    }
    if packages.is_empty() {
        return;
    }
    if may_install_packages(facts) {
        return plan.add_packages(&packages);
    }
    let missing = match packages.as_slice() {
        ["chromium"] => "there is no Chrome or Chromium for the browser tests",
        ["chromium-driver"] => "there is no chromedriver for the browser tests",
        _ => "there is neither Chrome or Chromium nor chromedriver for the browser tests",
    };
    let remedy = match facts.system {
        System::Mac => "run `brew install --cask google-chrome chromedriver`",
        System::Windows => "install Chrome, and put the chromedriver.exe of the same version on PATH",
        System::Linux if facts.apt == AptAccess::Forbidden => "run `sudo apt-get install chromium chromium-driver`",
        System::Linux => "install your system's packages for Chromium and chromedriver",
    };
    plan.needs_hands(
        missing,
        format!("{remedy}; or set the variables CHROMIUM and CHROMEDRIVER to the programs"),
    );
}

/// The full run alone needs them, so they are not installed.
fn other_browsers(facts: &Facts, plan: &mut Plan) {
    let programs = [
        ("Firefox", &facts.firefox),
        ("geckodriver", &facts.geckodriver),
        ("WebKitWebDriver", &facts.webkit_driver),
        ("Xvfb", &facts.xvfb),
    ];
    let missing = programs.iter().filter(|(_, program)| program.is_none());
    let missing: Vec<&str> = missing.map(|(name, _)| *name).collect();
    if !missing.is_empty() {
        plan.needs_hands(
            &format!("the stage cross-browser lacks {}", missing.join(", ")),
            "install what CONTRIBUTING.md names for it, or run the other stages by their names",
        );
    }
}

fn chinese_font(facts: &Facts, plan: &mut Plan) {
    if facts.chinese_font {
        return;
    }
    if may_install_packages(facts) {
        plan.add_packages(&["fonts-noto-cjk"]);
    } else {
        plan.notes.push(
            "there is no font with Chinese characters, so the browser tests show boxes instead; install the Noto CJK fonts, for example".to_owned(),
        );
    }
}

fn may_install_packages(facts: &Facts) -> bool {
    matches!(facts.apt, AptAccess::AsRoot | AptAccess::ThroughSudo)
}

#[cfg(test)]
mod tests;
