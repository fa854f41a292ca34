//! Tables of texts with the verdict of a browser: Chromium's compiler, as the npm package `webgpu` 0.6.2 has it. Nothing in
//! them comes from this crate. Left out are the two rows on which the two differ on purpose: the relaxed layout of uniform
//! buffers needs `requires uniform_buffer_standard_layout;` here. `rules.txt` alone has no browser behind it.

use std::path::Path;

fn table(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables").join(name);
    let text = std::fs::read_to_string(path).expect("a table");
    text.lines().map(str::to_owned).collect()
}

/// Returns what a text is: `valid`, `invalid` or `separated`.
fn verdict(text: &str) -> &'static str {
    match wgsl::check(text) {
        Err(_) => "invalid",
        Ok(checked) if checked.separations.is_empty() => "valid",
        Ok(_) => "separated",
    }
}

/// Compares a table, whose rows a function turns into texts.
fn compare(name: &str, least: usize, text: impl Fn(&str) -> String) {
    let rows = table(name);
    assert!(rows.len() >= least, "{name} has {} rows", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let (wanted, body) = row.split_once(": ").expect("a verdict");
            let text = text(body);
            let verdict = verdict(&text);
            (verdict != wanted).then(|| format!("{verdict} instead of {row}: {:?}", wgsl::check(&text).err()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn statements_and_declarations_are_judged_as_in_a_browser() {
    compare("verdicts.txt", 525, str::to_owned);
}

/// Worked out from the specification, as the conformance suite tests it.
#[test]
fn rare_rules_are_those_of_the_specification() {
    compare("rules.txt", 14, str::to_owned);
}

/// Operators, constructors and built-in functions on all types, constant and not.
#[test]
fn expressions_are_judged_as_in_a_browser() {
    compare("expressions.txt", 368, |body| {
        let head = "enable f16; enable subgroups;\nstruct S { a: i32, b: f32 }\n@group(0) @binding(0) var<uniform> U: vec4<i32>;\n";
        let main = "@compute @workgroup_size(1) fn main() { let ri = U.x; let ru = u32(U.y); let rf = f32(U.z); let rb = U.w==1; let rh = f16(U.x);";
        format!("{head}{}", body.replace("main {", main))
    });
}

/// Statements with a condition that may differ between threads, around or before a collective function.
#[test]
fn uniformity_is_judged_as_in_a_browser() {
    let head = "enable subgroups;
@group(1) @binding(0) var<storage, read> ro_buffer : array<f32, 4>;
@group(1) @binding(1) var<storage, read_write> rw_buffer : array<f32, 4>;
@group(1) @binding(2) var<uniform> uniform_buffer : vec4<f32>;
@group(2) @binding(0) var ro_storage_texture : texture_storage_2d<rgba8unorm, read>;
@group(2) @binding(1) var rw_storage_texture : texture_storage_2d<r32float, read_write>;
var<private> priv_var : array<u32, 4> = array(0,0,0,0);
const c = false; override o : f32;
var<workgroup> wg : f32;
fn helper(x: i32) { if x == 3 { workgroupBarrier(); } }
fn early(x: i32) { if x == 3 { return; } }
fn ret(x: i32) -> i32 { if x == 3 { return 1; } return 0; }
fn setp(p: ptr<function,i32>, x: i32) { *p = x; }
fn inner() { let x = subgroupAdd(1); }
@compute @workgroup_size(16, 1, 1)
fn main(@builtin(global_invocation_id) p : vec3<u32>, @builtin(subgroup_id) sg: u32, @builtin(subgroup_invocation_id) sid: u32, @builtin(subgroup_size) ss: u32, @builtin(num_subgroups) ns: u32, @builtin(global_invocation_index) gi: u32, @builtin(workgroup_index) wi: u32) {
  let u_let = uniform_buffer.x; let n_let = rw_buffer[0]; var u_f = uniform_buffer.z; var n_f = rw_buffer[1];
";
    compare("uniformity.txt", 593, |body| format!("{head}{body}\n}}"));
}

/// Values of const-expressions; floats agree with the browser's to 2 of 10,000,000.
#[test]
fn constants_have_the_values_of_a_browser() {
    let rows = table("values.txt");
    assert!(rows.len() >= 457, "{} values", rows.len());
    for row in rows {
        let (expression, wanted) = row.split_once(" => ").expect("a value");
        let text = format!("enable f16; enable subgroups;\nstruct S {{ a: i32, b: f32 }}\nconst x = {expression};");
        let checked = wgsl::check(&text).expect("a valid expression");
        let variable = checked
            .variables
            .iter()
            .find(|variable| variable.name == "x")
            .expect("it is declared");
        let value = variable.value.as_ref().expect("it has a value");
        assert_eq!(checked.types.value_text(value), wanted, "{expression}");
    }
}
