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
    /// The lines and points of a plot, in the order of its series; with too few they come round again.
    pub series: Vec<String>,
    /// The least and the most of a heat map; what lies between is mixed of them, and text must be legible on both.
    pub heat: [String; 2],
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
    HeatLow,
    HeatHigh,
    /// By the series' number.
    Series(u8),
}

/// Series that a plot tells apart, at most.
pub(crate) const MOST_SERIES: u8 = 8;

impl Role {
    const FIXED: [Role; 9] = [
        Role::Bar,
        Role::Highlight,
        Role::Whisker,
        Role::Ghost,
        Role::Text,
        Role::SoftText,
        Role::Grid,
        Role::HeatLow,
        Role::HeatHigh,
    ];

    pub fn all() -> impl Iterator<Item = Role> {
        Role::FIXED
            .into_iter()
            .chain((0..MOST_SERIES).map(Role::Series))
    }

    /// The role of a series by its place among all.
    pub fn of_series(place: usize) -> Role {
        Role::Series((place % usize::from(MOST_SERIES)) as u8)
    }

    /// A number of its own, below 256.
    pub fn id(self) -> u8 {
        let fixed = Role::FIXED.len() as u8;
        match self {
            Role::Series(place) => fixed + place % MOST_SERIES,
            other => Role::FIXED
                .iter()
                .position(|role| *role == other)
                .map_or(fixed, |id| id as u8),
        }
    }
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
            Role::HeatLow => &self.heat[0],
            Role::HeatHigh => &self.heat[1],
            Role::Series(place) => self
                .series
                .get(usize::from(place) % self.series.len().max(1))
                .unwrap_or(&self.bar),
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
