//! The archive, the wheel and the npm package of a release (`packaging/package.py`): they are made, installed from files
//! alone, and start the program. A small script stands for the program, because only its way to the user is tested.
#![cfg(target_os = "linux")]

#[path = "../../gpu/tests/native/skipped.rs"]
mod skipped;

use skipped::skip;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "#!/bin/sh\nif [ \"$1\" = check ]; then cat; exit 1; fi\necho \"warpstep $*\"\n";
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Shows a kernel and a lesson, and reads the page from the address of the frame.
const NOTEBOOK: &str = "
import base64, json, urllib.parse, urllib.request, warpstep, zlib
frame = warpstep.show('__global__ void k() {}', grid=(4, 2), block=64, grain='warp')
page, hash = frame.address.split('#')
words = dict(urllib.parse.parse_qsl(hash.split('?')[1]))
draft = json.loads(zlib.decompress(base64.urlsafe_b64decode(words['code'] + '=='), -15))
wanted = {'version': 1, 'source': '__global__ void k() {}', 'workgroups': [4, 2, 1], 'overrides': {'block_x': 64, 'block_y': 1, 'block_z': 1}}
lesson = warpstep.show(lesson='neighbored', slide=2, address='https://example.org/w/')._repr_html_()
is_lesson = 'src=\"https://example.org/w/#/neighbored?slide=2&amp;embed=1\"' in lesson
print(urllib.request.urlopen(page).read().decode(), sorted(words), draft == wanted, is_lesson)
";

fn run(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Output {
    let output = Command::new(program).args(arguments).output();
    output.expect("it starts")
}

fn succeeds(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> String {
    let output = run(program, arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {text}{error}");
    text
}

/// A folder that is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("warpstep-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Returns the file whose name ends with this.
    fn file(&self, end: &str) -> String {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names = entries.flatten().map(|entry| entry.path());
        let path = names.find(|path| path.to_string_lossy().ends_with(end));
        path.expect(end).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn packages_install_from_files_and_start_the_program() {
    if !is_there("python3") {
        return skip("there is no python3");
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/package.py");
    let package = package.to_string_lossy();
    let folder = Folder::new("packages");
    let (program, licences) = (folder.path("warpstep"), folder.path("licences.txt"));
    fs::write(&program, PROGRAM).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its mode");
    fs::write(&licences, "none\n").expect("a file");
    let out = folder.path("");
    succeeds("python3", &[&package, "archive", &program, TARGET, &licences, &out]);
    let archive = folder.file("-linux-gnu.tar.gz");
    let dist = folder.path("dist");
    fs::create_dir_all(format!("{dist}/lessons")).expect("a folder");
    for (name, content) in [("index.html", "<title>Warpstep</title>"), ("lessons/index.html", "")] {
        fs::write(format!("{dist}/{name}"), content).expect("a file");
    }
    succeeds("python3", &[&package, "page", &dist, &out]);
    let page = folder.file(&format!("warpstep-page-v{}.tar.gz", env!("CARGO_PKG_VERSION")));
    succeeds("python3", &[&package, "wheel", &archive, &page, &out]);
    succeeds("python3", &[&package, "npm", &out, &archive]);
    succeeds("python3", &[&package, "sums", &out]);

    let listed = succeeds("tar", &["-tzf", &archive]);
    let root = format!("warpstep-v{}-{TARGET}", env!("CARGO_PKG_VERSION"));
    for name in ["warpstep", "warpstep.1", "LICENSE", "completions/_warpstep"] {
        let path = format!("{root}/{name}");
        assert!(listed.lines().any(|line| line == path), "{path} in\n{listed}");
    }
    let sums = fs::read_to_string(folder.path("SHA256SUMS")).expect("it is there");
    assert!(sums.lines().any(|line| line.ends_with(".whl")), "{sums}");

    let wheel = folder.file(".whl");
    let environment = folder.path("environment");
    if run("python3", &["-m", "venv", &environment]).status.success() {
        let pip = format!("{environment}/bin/pip");
        succeeds(&pip, &["install", "--quiet", "--no-index", &wheel]);
        let started = succeeds(format!("{environment}/bin/warpstep"), &["lessons"]);
        assert_eq!(started, "warpstep lessons\n");
        let python = format!("{environment}/bin/python");
        let told = succeeds(python, &["-c", NOTEBOOK]);
        assert_eq!(told, "<title>Warpstep</title> ['code', 'embed', 'grain'] True True\n");
    } else {
        skip("python3 has no venv");
    }

    if !is_there("node") {
        return skip("there is no node");
    }
    // npm unpacks the package like this; the program starts through its script.
    let unpacked = folder.path("npm");
    fs::create_dir_all(&unpacked).expect("a folder");
    succeeds("tar", &["-xzf", &folder.file(".tgz"), "-C", &unpacked]);
    let start = format!("{unpacked}/package/start.js");
    assert_eq!(succeeds("node", &[&start, "metrics"]), "warpstep metrics\n");
    assert_eq!(run("node", &[&start, "check"]).status.code(), Some(1));
}
