//! A table of computers and the plans for them.

use super::*;
use std::path::PathBuf;

/// Returns a computer that has everything.
fn complete() -> Facts {
    let path = || PathBuf::from("/tool");
    Facts {
        system: System::Linux,
        apt: AptAccess::AsRoot,
        rustup: true,
        binstall: false,
        npm: true,
        wasm_target: WasmTarget::Active,
        rustfmt: true,
        clippy: true,
        nextest: true,
        trunk: Tool::Ready(path()),
        wasm_bindgen: Tool::Ready(path()),
        wasm_opt: Some(vec![path()]),
        wasm_split: Some(path()),
        chromium: Some(path()),
        chromedriver: Some(path()),
        firefox: Some(path()),
        geckodriver: Some(path()),
        webkit_driver: Some(path()),
        xvfb: Some(path()),
        chinese_font: true,
        lavapipe: true,
    }
}

/// Returns a computer that has only rustup, npm and a package manager that we may use.
fn bare() -> Facts {
    Facts {
        wasm_target: WasmTarget::Absent,
        trunk: Tool::Absent,
        wasm_bindgen: Tool::Absent,
        wasm_opt: None,
        wasm_split: None,
        chromium: None,
        chromedriver: None,
        firefox: None,
        geckodriver: None,
        webkit_driver: None,
        xvfb: None,
        chinese_font: false,
        lavapipe: false,
        ..complete()
    }
}

fn compiled(tool: &'static CargoTool) -> Step {
    Step::CargoTool {
        tool,
        place: Place::Cargo,
        prebuilt: false,
    }
}

#[test]
fn a_complete_machine_needs_nothing() {
    for parts in [FOR_SHORT_RUN, FOR_CROSS_BROWSER] {
        assert_eq!(plan(&complete(), parts), Plan::default());
    }
    let debian_road = Facts {
        wasm_target: WasmTarget::WebToolchain,
        ..complete()
    };
    assert_eq!(plan(&debian_road, FOR_SHORT_RUN), Plan::default());
}

#[test]
fn serve_installs_nothing_that_only_tests_need() {
    let target = Step::WasmTarget {
        roads: vec![WasmRoad::Rustup, WasmRoad::Debian],
    };
    let steps = vec![target, compiled(&TRUNK), compiled(&WASM_BINDGEN)];
    assert_eq!(
        plan(&bare(), FOR_SERVE),
        Plan {
            steps,
            ..Plan::default()
        }
    );
}

#[test]
fn the_packages_of_the_tests_come_in_one_call() {
    let steps = plan(&bare(), FOR_SHORT_RUN).steps;
    let packages = vec!["chromium", "chromium-driver", "fonts-noto-cjk", "mesa-vulkan-drivers"];
    assert_eq!(steps[0], Step::Packages(packages));
    assert_eq!(steps.len(), 6, "{steps:?}");
}

#[test]
fn the_roads_to_the_wasm_target() {
    use AptAccess::{Absent, AsRoot, Forbidden, ThroughSudo};
    use WasmRoad::{Debian, Rustup};
    for (rustup, apt, roads) in [
        (true, Absent, vec![Rustup]),
        (true, Forbidden, vec![Rustup]),
        (true, ThroughSudo, vec![Rustup, Debian]),
        (false, AsRoot, vec![Debian]),
        (false, Absent, vec![]),
        (false, Forbidden, vec![]),
    ] {
        let plan = plan(&Facts { rustup, apt, ..bare() }, &[Part::WasmTarget]);
        if roads.is_empty() {
            assert!(plan.steps.is_empty());
            assert!(plan.by_hand[0].remedy.contains("rustup.rs"), "{plan:?}");
        } else {
            assert_eq!(
                plan,
                Plan {
                    steps: vec![Step::WasmTarget { roads }],
                    ..Plan::default()
                },
                "{rustup} {apt:?}"
            );
        }
    }
}

#[test]
fn another_version_on_path_is_kept() {
    let facts = Facts {
        trunk: Tool::Other("0.20.3".to_owned()),
        binstall: true,
        ..complete()
    };
    let steps = vec![Step::CargoTool {
        tool: &TRUNK,
        place: Place::ToolFolder,
        prebuilt: true,
    }];
    assert_eq!(
        plan(&facts, FOR_SERVE),
        Plan {
            steps,
            ..Plan::default()
        }
    );
}

#[test]
fn without_npm_the_page_is_built_and_a_sentence_says_what_is_lost() {
    let facts = Facts {
        wasm_opt: None,
        npm: false,
        ..complete()
    };
    let plan = plan(&facts, FOR_PAGE);
    assert!(plan.steps.is_empty() && plan.by_hand.is_empty());
    assert_eq!(plan.notes.len(), 1);
}

#[test]
fn a_missing_browser_is_a_sentence_where_we_cannot_install_it() {
    for (system, apt, hint) in [
        (System::Mac, AptAccess::Absent, "brew install"),
        (System::Windows, AptAccess::Absent, "chromedriver.exe"),
        (System::Linux, AptAccess::Absent, "your system's packages"),
        (System::Linux, AptAccess::Forbidden, "sudo apt-get install"),
    ] {
        let plan = plan(
            &Facts {
                system,
                apt,
                chromedriver: None,
                ..complete()
            },
            FOR_BROWSER,
        );
        assert!(plan.steps.is_empty());
        assert_eq!(plan.by_hand[0].what, "there is no chromedriver for the browser tests");
        assert!(plan.by_hand[0].remedy.contains(hint), "{plan:?}");
    }
}

#[test]
fn other_browsers_are_named_and_not_installed() {
    let facts = Facts {
        webkit_driver: None,
        xvfb: None,
        ..complete()
    };
    let plan = plan(&facts, FOR_CROSS_BROWSER);
    assert!(plan.steps.is_empty());
    assert_eq!(
        plan.by_hand[0].what,
        "the stage cross-browser lacks WebKitWebDriver, Xvfb"
    );
}

#[test]
fn fonts_and_lavapipe_can_be_done_without() {
    let facts = Facts {
        apt: AptAccess::Forbidden,
        chinese_font: false,
        lavapipe: false,
        ..complete()
    };
    let plan = plan(&facts, FOR_SHORT_RUN);
    assert_eq!(plan.notes.len(), 2);
    assert!(plan.steps.is_empty() && plan.by_hand.is_empty());
}

#[test]
fn components_come_from_rustup_or_by_hand() {
    let facts = Facts {
        clippy: false,
        ..complete()
    };
    assert_eq!(plan(&facts, &[Part::Linter]).steps, [Step::RustComponent("clippy")]);
    let facts = Facts { rustup: false, ..facts };
    assert!(
        plan(&facts, &[Part::Linter]).by_hand[0]
            .what
            .starts_with("clippy is not part")
    );
}
