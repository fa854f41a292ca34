//! Writes a static page for each lesson and each slide beside the page, for crawlers and link previews.

use crate::shell::{self, Problem};
use std::path::Path;

/// The address of the site, for links that other hosts follow; without it they are relative, and there is no sitemap.
const ADDRESS: &str = "WARPSTEP_ADDRESS";

/// Writes the pages. A separate program does it, because it needs the lessons and the machine.
pub fn write(dist: &Path) -> Result<(), Problem> {
    let mut command = shell::example("pages")?;
    command.arg(dist);
    if let Some(address) = std::env::var_os(ADDRESS) {
        command.arg(address);
    }
    shell::run(&mut command)
}
