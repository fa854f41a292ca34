#!/usr/bin/env python3
"""Packs a built `warpstep` for a release. Needs Python 3.9 or newer and nothing else.

package.py licences TARGET FILE           licences of the packages in the program, collected with cargo
package.py sbom TARGET FILE               the same packages as a bill of materials (CycloneDX)
package.py archive BINARY TARGET LICENCES FOLDER
                                          FOLDER/warpstep-vVERSION-TARGET.tar.gz, or .zip for Windows; starts the program,
                                          which writes its manual page and its completions
package.py page DIST FOLDER               FOLDER/warpstep-page-vVERSION.tar.gz
package.py wheel ARCHIVE PAGE FOLDER      a wheel with the program of one archive and the page of another, for notebooks
package.py npm FOLDER ARCHIVE ...         one npm package with the programs of all archives
package.py sums FOLDER                    FOLDER/SHA256SUMS
package.py notes FILE                     the section of this version in CHANGELOG.md
package.py version                        the version in Cargo.toml

Every file that it writes depends on its inputs alone: times, owners and modes are fixed.
"""

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "warpstep"
# The package in app/cli/Cargo.toml.
PACKAGE = "warpstep"
SUMMARY = "Runs WGSL and CUDA kernels on a simulated GPU: races, bounds, barriers, and a profiler's counters, without a GPU."
LICENCE = "MIT OR Apache-2.0"
# Zip has no time before 1980; npm writes this one into every package.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
TAR_TIME = 499162500

# Shells, and the usual names of their completions.
COMPLETIONS = [("bash", "warpstep.bash"), ("zsh", "_warpstep"), ("fish", "warpstep.fish"), ("powershell", "_warpstep.ps1")]

# Rust's target, the wheel's platform, node's platform and processor. Linux' wheels get theirs from the program.
TARGETS = {
    "x86_64-unknown-linux-gnu": (None, "linux-x64"),
    "x86_64-unknown-linux-musl": ("musllinux_1_1_x86_64", "linux-x64-musl"),
    "aarch64-apple-darwin": ("macosx_11_0_arm64", "darwin-arm64"),
    "x86_64-apple-darwin": ("macosx_11_0_x86_64", "darwin-x64"),
    "x86_64-pc-windows-msvc": ("win_amd64", "win32-x64"),
}


def field(name):
    text = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    section = text.split("[workspace.package]")[1].split("\n[")[0]
    return re.search(rf'^{name} = "([^"]+)"', section, re.M)[1]


def version():
    return field("version")


def address():
    return field("repository")


def program(target):
    return f"{NAME}.exe" if "windows" in target else NAME


def folder_of(target):
    return f"{NAME}-v{version()}-{target}"


# Archives


def archive(binary, target, licences, folder):
    """Writes an archive with one folder of its own name, as `cargo binstall` expects it."""
    files = [
        (program(target), Path(binary).read_bytes(), 0o755),
        ("LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
        ("licences.txt", Path(licences).read_bytes(), 0o644),
        ("README.md", (ROOT / "app/cli/README.md").read_bytes(), 0o644),
        ("warpstep.1", printed(binary, "man"), 0o644),
        *((f"completions/{name}", printed(binary, "completions", shell), 0o644) for shell, name in COMPLETIONS),
    ]
    files = [(f"{folder_of(target)}/{name}", data, mode) for name, data, mode in files]
    if "windows" in target:
        to, data = Path(folder) / f"{folder_of(target)}.zip", zipped(files)
    else:
        to, data = Path(folder) / f"{folder_of(target)}.tar.gz", tarred(files)
    return written(to, data)


def printed(binary, *arguments):
    return subprocess.run([Path(binary).resolve(), *arguments], check=True, stdout=subprocess.PIPE).stdout


def page(dist, folder):
    """Writes the files of the page into one folder of an archive, for any static server."""
    name, dist = f"{NAME}-page-v{version()}", Path(dist)
    paths = sorted(path for path in dist.rglob("*") if path.is_file())
    files = [(f"{name}/{path.relative_to(dist).as_posix()}", path.read_bytes(), 0o644) for path in paths]
    return written(Path(folder) / f"{name}.tar.gz", tarred(files))


def target_of(path):
    name = Path(path).name
    return re.fullmatch(rf"{NAME}-v{re.escape(version())}-(.+?)\.(tar\.gz|zip)", name)[1]


def unpacked(path):
    """Returns the files of an archive by their names, without its folder."""
    if str(path).endswith(".zip"):
        with zipfile.ZipFile(path) as source:
            files = {name: source.read(name) for name in source.namelist()}
    else:
        with tarfile.open(path) as source:
            files = {item.name: source.extractfile(item).read() for item in source}
    return {name.split("/", 1)[1]: data for name, data in files.items()}


# Wheels


def glibc(binary):
    """Returns the newest version 2.N of glibc that a program of Linux names, at least Rust's own 2.17."""
    found = [int(number) for number in re.findall(rb"GLIBC_2\.(\d+)\0", binary)]
    return max([17, *found])


def wheel(path, page, folder):
    """Writes a wheel: the program in `.data/scripts`, from where installers copy it to the environment's `bin`, and the
    module for notebooks with the page."""
    target, files = target_of(path), unpacked(path)
    binary = files[program(target)]
    platform = TARGETS[target][0] or f"manylinux_2_{glibc(binary)}_x86_64"
    tag = f"py3-none-{platform}"
    stem = f"{NAME}-{version()}"
    info = f"{stem}.dist-info"
    metadata = "\n".join(
        [
            "Metadata-Version: 2.4",
            f"Name: {NAME}",
            f"Version: {version()}",
            f"Summary: {SUMMARY}",
            "Keywords: gpu,cuda,wgsl,simt,profiler,race-detector,teaching,jupyter",
            f"License-Expression: {LICENCE}",
            "License-File: LICENSE",
            "License-File: licences.txt",
            f"Project-URL: Homepage, {address()}",
            f"Project-URL: Changelog, {address()}/blob/main/CHANGELOG.md",
            "Classifier: Environment :: Console",
            "Classifier: Intended Audience :: Education",
            "Classifier: Topic :: Software Development :: Debuggers",
            "Requires-Python: >=3.9",
            "Description-Content-Type: text/markdown",
            "",
            files["README.md"].decode("utf-8"),
        ]
    )
    about = f"Wheel-Version: 1.0\nGenerator: {NAME} package.py\nRoot-Is-Purelib: false\nTag: {tag}\n"
    module = (Path(__file__).resolve().parent / "notebook" / "__init__.py").read_bytes()
    # Static pages are for hosts.
    site = {name: data for name, data in unpacked(page).items() if not name.startswith(("lessons/", "zh/"))}
    contents = [
        (f"{NAME}/__init__.py", module, 0o644),
        *((f"{NAME}/page/{name}", data, 0o644) for name, data in site.items()),
        (f"{stem}.data/scripts/{program(target)}", binary, 0o755),
        (f"{info}/METADATA", metadata.encode("utf-8"), 0o644),
        (f"{info}/WHEEL", about.encode("utf-8"), 0o644),
        (f"{info}/licenses/LICENSE", files["LICENSE"], 0o644),
        (f"{info}/licenses/licences.txt", files["licences.txt"], 0o644),
    ]
    record = "".join(f"{name},{digest(data)},{len(data)}\n" for name, data, _ in contents)
    # The list names itself without a digest, and is the last file.
    record += f"{info}/RECORD,,\n"
    contents.append((f"{info}/RECORD", record.encode("utf-8"), 0o644))
    return written(Path(folder) / f"{stem}-{tag}.whl", zipped(contents))


def digest(data):
    value = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"sha256={value.decode('ascii')}"


# npm


def npm(folder, paths):
    """Writes one package with the programs of all platforms and a script that starts the right one."""
    files, licences = [], {}
    for path in sorted(paths):
        target, contents = target_of(path), unpacked(path)
        name = f"package/programs/{TARGETS[target][1]}/{program(target)}"
        files.append((name, contents[program(target)], 0o755))
        licences[target] = contents["licences.txt"].decode("utf-8")
    manifest = {
        "name": NAME,
        "version": version(),
        "description": SUMMARY,
        "keywords": ["gpu", "cuda", "wgsl", "webgpu", "simt", "profiler", "race-detector"],
        "homepage": address(),
        "repository": {"type": "git", "url": f"git+{address()}.git"},
        "license": LICENCE,
        "bin": {NAME: "start.js"},
        "files": ["start.js", "programs", "licences.txt"],
        "os": ["linux", "darwin", "win32"],
        "cpu": ["x64", "arm64"],
        "engines": {"node": ">=14"},
    }
    text = "".join(f"== {target} ==\n\n{licence}\n" for target, licence in licences.items())
    readme = unpacked(paths[0])["README.md"]
    start = (Path(__file__).resolve().parent / "start.js").read_bytes()
    files = [
        ("package/package.json", (json.dumps(manifest, indent=2) + "\n").encode("utf-8"), 0o644),
        ("package/README.md", readme, 0o644),
        ("package/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
        ("package/licences.txt", text.encode("utf-8"), 0o644),
        ("package/start.js", start, 0o755),
        *files,
    ]
    return written(Path(folder) / f"{NAME}-{version()}.tgz", tarred(files))


# Licences


def packages_of(target):
    """Returns name, version and licence of every package of others in the program."""
    listed = cargo(
        "tree", "--locked", f"--package={PACKAGE}", "--edges=normal,no-proc-macro", f"--target={target}",
        "--prefix=none", "--no-dedupe", "--format={p}|{l}",
    )
    packages = set()
    for line in listed.splitlines():
        package, licence = line.split("|", 1)
        name, number = package.split(" v", 1)
        # A package of ours has its folder behind its version.
        if " " not in number:
            packages.add((name, number, licence))
    return sorted(packages)


def sbom(target, to):
    """Writes the packages of the program as CycloneDX 1.5."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": number,
            "purl": f"pkg:cargo/{name}@{number.replace('+', '%2B')}",
            "licenses": [{"expression": licence.replace(" / ", " OR ").replace("/", " OR ")}],
        }
        for name, number, licence in packages_of(target)
    ]
    program = {"type": "application", "name": NAME, "version": version(), "licenses": [{"expression": LICENCE}]}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program, "properties": [{"name": "target", "value": target}]},
        "components": components,
    }
    return written(Path(to), (json.dumps(bill, indent=1) + "\n").encode("utf-8"))


def licences(target, to):
    """Writes the names and the texts of the licences of everything that is compiled into the program."""
    packages = packages_of(target)
    metadata = json.loads(cargo("metadata", "--locked", "--format-version=1"))
    folders = {(one["name"], one["version"]): Path(one["manifest_path"]).parent for one in metadata["packages"]}
    text = f"Warpstep is under the licences MIT or Apache-2.0, at your option. Its program for {target} contains:\n\n"
    text += "Rust's standard library: MIT OR Apache-2.0\n"
    texts = {}
    for name, number, licence in packages:
        text += f"{name}-{number}: {licence}\n"
        for file in sorted(folders[name, number].iterdir()):
            if file.is_file() and re.match(r"LICEN[SC]E|COPYING|NOTICE|UNLICENSE", file.name.upper()):
                own = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
                texts.setdefault(own, []).append(f"{name}-{number}")
    for own, names in sorted(texts.items()):
        text += f"\n{'=' * 100}\n{', '.join(dict.fromkeys(names))}:\n\n{own}\n"
    return written(Path(to), text.encode("utf-8"))


def cargo(*arguments):
    return subprocess.run(
        ["cargo", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


# Files


def sums(folder):
    """Writes the digests of the files beside them, as `sha256sum --check` reads them."""
    paths = sorted(path for path in Path(folder).iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths)
    return written(Path(folder) / "SHA256SUMS", lines.encode("ascii"))


def notes(to):
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version())}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if section is None:
        sys.exit(f"CHANGELOG.md has no section `## {version()}`")
    return written(Path(to), (section[1].strip() + "\n").encode("utf-8"))


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, content, mode in files:
            item = zipfile.ZipInfo(name, ZIP_TIME)
            item.compress_type = zipfile.ZIP_DEFLATED
            # Unix. pip makes a script executable only if its entry is a regular file with an x bit.
            item.create_system = 3
            item.external_attr = (0o100000 | mode) << 16
            target.writestr(item, content)
    return data.getvalue()


def tarred(files):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as target:
        for name, content, mode in files:
            item = tarfile.TarInfo(name)
            item.size, item.mode, item.mtime = len(content), mode, TAR_TIME
            target.addfile(item, io.BytesIO(content))
    return gzip.compress(plain.getvalue(), 9, mtime=0)


def written(to, data):
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(data)
    print(f"{to}: {len(data):,} bytes")
    return to


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    command, *rest = arguments
    if command == "version" and not rest:
        print(version())
    elif command == "npm" and len(rest) >= 2:
        npm(rest[0], rest[1:])
    elif command in COMMANDS and len(rest) == COMMANDS[command].__code__.co_argcount:
        COMMANDS[command](*rest)
    else:
        sys.exit(__doc__)


COMMANDS = {one.__name__: one for one in (licences, sbom, archive, page, wheel, sums, notes)}


if __name__ == "__main__":
    main(sys.argv[1:])
