//! How a chart looks: everything in it comes from the caller.

/// Size, type and colours of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Width of the picture in CSS pixels; the height follows from the content.
    pub width_px: u32,
    /// Size of the text in CSS pixels; every distance in a chart is a multiple of it.
    pub text_px: u32,
    /// A CSS `font-family`.
    pub font_family: String,
    pub palette: Palette,
}

/// CSS colours, literal or as `var(--name)`: with the latter a chart follows the page's theme without being drawn anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    pub bar: String,
    /// The bar of the row that is spoken of.
    pub highlight: String,
    /// The interval's whisker; it must be seen on bars and on the ground.
    pub whisker: String,
    /// The dashed outline of figures that come from elsewhere.
    pub ghost: String,
    pub text: String,
    /// Text of second rank: notes, ticks, footnotes.
    pub soft_text: String,
    pub grid: String,
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Bar,
    Highlight,
    Whisker,
    Ghost,
    Text,
    SoftText,
    Grid,
}

impl Role {
    pub const ALL: [Role; 7] = [
        Role::Bar,
        Role::Highlight,
        Role::Whisker,
        Role::Ghost,
        Role::Text,
        Role::SoftText,
        Role::Grid,
    ];
}

impl Palette {
    pub(crate) fn of(&self, role: Role) -> &str {
        match role {
            Role::Bar => &self.bar,
            Role::Highlight => &self.highlight,
            Role::Whisker => &self.whisker,
            Role::Ghost => &self.ghost,
            Role::Text => &self.text,
            Role::SoftText => &self.soft_text,
            Role::Grid => &self.grid,
        }
    }
}

impl Style {
    /// Width and text size within what can be laid out and read.
    pub(crate) fn sane(&self) -> (i32, i32) {
        let text = self.text_px.clamp(6, 96) as i32;
        (
            self.width_px.clamp(120, 8_000).max(12 * text as u32) as i32,
            text,
        )
    }
}
