//! Numbers in, SVG out.
