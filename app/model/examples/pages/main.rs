//! Writes a static page for each lesson and each slide, in both languages, so that they can be found and previewed:
//! `cargo run -p warpstep-model --example pages -- FOLDER [ADDRESS]`. The address of the site, such as
//! `https://example.org/warpstep/`, is in the pages' links for other hosts and in `sitemap.xml`.

mod html;
mod picture;

use html::Page;
use lessons::{LESSONS, Language};
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let site = arguments.next().and_then(|word| word.into_string().ok());
    let site = site.map(|site| format!("{}/", site.trim_end_matches('/')));
    let mut places = vec![None];
    for &lesson in LESSONS {
        let file = folder.join("lessons").join(lesson.id).join(picture::FILE);
        write(&file, &picture::of_lesson(lesson)?)?;
        places.push(Some((lesson, None)));
        places.extend((1..=lesson.slides.len()).map(|slide| Some((lesson, Some(slide)))));
    }
    let mut paths = Vec::new();
    for lesson in places {
        for language in Language::ALL {
            let page = Page {
                lesson,
                language,
                site: site.as_deref(),
            };
            let file = folder.join(page.path()).join("index.html");
            write(&file, page.html().as_bytes())?;
            paths.push(page.path());
        }
    }
    if let Some(site) = site {
        write(&folder.join("sitemap.xml"), sitemap(&site, &paths).as_bytes())?;
        let robots = format!("User-agent: *\nAllow: /\nSitemap: {site}sitemap.xml\n");
        write(&folder.join("robots.txt"), robots.as_bytes())?;
    }
    Ok(())
}

fn sitemap(site: &str, paths: &[String]) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
            .to_owned();
    for path in std::iter::once("").chain(paths.iter().map(String::as_str)) {
        text += &format!("<url><loc>{site}{path}</loc></url>\n");
    }
    text + "</urlset>\n"
}

fn write(file: &Path, content: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, content)
}
