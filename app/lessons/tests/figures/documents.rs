//! The numbers of lessons and kernels in the documents.

use lessons::{GALLERY, LESSONS};

#[test]
fn documents_count_the_lessons_and_kernels() {
    let (lessons, kernels) = (LESSONS.len(), GALLERY.len());
    let both = format!("{lessons} lessons with {kernels} kernels");
    for (document, text, said) in [
        ("README.md", include_str!("../../../../README.md"), &both),
        (
            "CHANGELOG.md",
            include_str!("../../../../CHANGELOG.md"),
            &both,
        ),
        (
            "docs/claims.md",
            include_str!("../../../../docs/claims.md"),
            &format!("Each of the {kernels} kernels of the gallery"),
        ),
    ] {
        assert!(text.contains(said), "{document} does not say \"{said}\"");
    }
}
