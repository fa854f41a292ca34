//! The table of ncu's names in `docs/ncu.md`.

use simt::NCU;

#[test]
fn the_document_has_the_table_of_the_program() {
    let words = model::strings::of(lessons::Language::English).trust();
    let mut table = "\n| Warpstep, nvprof | ncu | may differ, because |\n|---|---|---|\n".to_owned();
    for counter in NCU {
        let reason = (words.likeness)(counter.likeness);
        table += &format!("| `{}` | `{counter}` | {reason} |\n", counter.name);
    }
    let document = include_str!("../../../docs/ncu.md");
    let (_, rest) = document.split_once("with the program's -->\n").expect("a mark");
    let (printed, _) = rest.split_once("<!-- end of names -->").expect("a mark");
    assert!(printed.trim() == table.trim(), "the table should be:\n{table}");
}
