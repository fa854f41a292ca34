//! Messages with a number: the noun after 1 is a singular.

#[test]
fn nouns_agree_with_their_numbers() {
    let head = "struct One { a: u32 }\nstruct Two { a: u32, b: u32 }\nvar<workgroup> count: atomic<u32>;\n\
        fn none() {}\nfn one(a: u32) {}\nfn two(a: u32, b: u32) {}\n";
    let table = [
        ("none(1);", "`none` takes 0 arguments, not 1"),
        ("one();", "`one` takes 1 argument, not 0"),
        ("two(1);", "`two` takes 2 arguments, not 1"),
        ("atomicLoad(&count, 1u);", "`atomicLoad` takes 1 argument, not 2"),
        ("atomicAdd(&count);", "`atomicAdd` takes 2 arguments, not 1"),
        ("_ = One(1, 2);", "`One` needs 1 member, not 2"),
        ("_ = Two(1);", "`Two` needs 2 members, not 1"),
        ("_ = array<u32, 1>(1, 2);", "`array<u32, 1>` needs 1 element, not 2"),
        ("_ = array<u32, 2>(1);", "`array<u32, 2>` needs 2 elements, not 1"),
        (
            "_ = vec3<u32>(vec2<u32>());",
            "`vec3<u32>` is not made of this argument",
        ),
        ("_ = u32(1, 2);", "`u32` is not made of these 2 arguments"),
        (
            "var a: array<u32, 1>; a[1] = 0;",
            "the index 1 lies outside of `a`, which has 1 element",
        ),
        (
            "var a: array<u32, 2>; a[2] = 0;",
            "the index 2 lies outside of `a`, which has 2 elements",
        ),
        ("var a: vec2<u32, 1>;", "`vec2` takes 1 template argument, not 2"),
        (
            "var a: array<u32, 1, 1>;",
            "`array` takes 1 to 2 template arguments, not 3",
        ),
    ];
    for (body, wanted) in table {
        let text = format!("{head}@compute @workgroup_size(1) fn main() {{ {body} }}");
        let error = wgsl::check(&text).expect_err(body);
        assert_eq!(error.message, wanted, "{body}");
    }
    for (text, wanted) in [
        (
            "@compute @workgroup_size() fn main() {}",
            "`@workgroup_size` takes 1 to 3 arguments, not 0",
        ),
        ("struct S { @align(4, 4) a: u32 }", "`@align` takes 1 argument, not 2"),
    ] {
        let error = wgsl::check(text).expect_err(text);
        assert_eq!(error.message, wanted, "{text}");
    }
}
