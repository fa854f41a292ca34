//! Texts that ask for too much: each is refused in a short sentence, or taken.

fn kernel(body: &str) -> String {
    format!("@compute @workgroup_size(1) fn main() {{ var x = 1u; {body} }}")
}

/// One word as long as a picture: its message is short, and it is no work.
#[test]
fn a_message_quotes_the_begin_of_a_long_word() {
    let long = |letter: &str| letter.repeat(1 << 20);
    for (name, text) in [
        ("a name", kernel(&format!("x = {};", long("a")))),
        ("a name of other letters", kernel(&format!("x = {};", long("é")))),
        ("a function", kernel(&format!("{}();", long("a")))),
        ("a member", kernel(&format!("x.{} = 1;", long("a")))),
        ("a type", kernel(&format!("var y: {};", long("a")))),
        ("an integer", kernel(&format!("x = {};", long("1")))),
        ("a hexadecimal", kernel(&format!("x = 0x{};", long("f")))),
        ("a float", kernel(&format!("x = {}.5;", long("1")))),
        ("a text", kernel(&format!("x = \"{}\";", long("a")))),
        ("no declaration", long("a")),
        ("a sum", kernel(&format!("x = x{} + 1;", " + x.y".repeat(100)))),
        ("placeholders", kernel(&"{A}".repeat(1 << 18))),
        ("open comments", "/*".repeat(1 << 19)),
        ("slashes", kernel(&"/ ".repeat(1 << 19))),
    ] {
        let error = wgsl::check(&text).expect_err(name);
        assert!(error.message.len() < 400, "{name}: {} bytes", error.message.len());
        wgsl::placeholders(&text);
    }
}

/// A straight text is no deep one: nothing walks it by calling itself, even in a worker of a browser with its small stack.
#[test]
fn many_lines_take_no_stack() {
    let text = kernel(&"x = x * 3u + 1u;\n".repeat(5_000));
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let thread = small.spawn(move || wgsl::check(&text).is_ok()).expect("a thread");
    assert!(thread.join().expect("no overflow"));
}
