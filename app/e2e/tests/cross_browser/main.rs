//! The page in Firefox and in WebKitGTK, which has the engine of Safari: each behaviour is a test in each browser.
//!
//! `tests/page` has the details, in Chromium. These tests find what a browser does differently.

mod files;
mod keyboard;
mod lesson;
mod list;
mod playground;
mod presentation;

/// Makes a test of each behaviour in each browser.
macro_rules! test_in_each_browser {
    ($($topic:ident::$behaviour:ident,)*) => {
        mod firefox {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $behaviour() {
                crate::$topic::$behaviour(e2e::BrowserKind::Firefox).await;
            })*
        }
        mod webkit_gtk {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $behaviour() {
                crate::$topic::$behaviour(e2e::BrowserKind::WebKitGtk).await;
            })*
        }
    };
}

test_in_each_browser! {
    list::the_list_of_lessons_opens_and_leads_to_a_lesson,
    lesson::the_player_walks_a_run_to_its_end_and_back,
    lesson::keys_walk_a_run_to_its_end_and_back,
    lesson::a_link_with_a_size_and_a_step_opens_there,
    lesson::a_typed_size_is_taken_or_gets_a_sentence,
    lesson::two_kernels_are_compared,
    lesson::code_and_counters_have_their_styles,
    lesson::without_webgpu_the_page_says_so_and_steps,
    presentation::slides_go_on_and_back,
    keyboard::a_lesson_is_found_and_stepped_by_the_keyboard_alone,
    playground::an_error_has_a_line_and_a_sentence_until_it_is_mended,
    files::a_picture_is_saved_as_a_file,
    files::the_page_opens_again_after_its_host_has_stopped,
}
