//! The look of a chart: all sizes, fonts and colours come from the caller.

/// Size, font and colours of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Width of the chart in CSS pixels; the height follows from the content.
    pub width_px: u32,
    /// Text size in CSS pixels; every distance in a chart is a multiple of it.
    pub text_px: u32,
    /// A CSS `font-family`.
    pub font_family: String,
    pub palette: Palette,
}

/// CSS colours, literal or as `var(--name)`. With variables a chart follows the page's theme without being redrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    pub bar: String,
    /// The bar of the highlighted row.
    pub highlight: String,
    /// The bar of a value from the reader's own device.
    pub own: String,
    /// The whisker of the interval; it must be visible on bars and on the background.
    pub whisker: String,
    /// The lines of a plot's guides.
    pub ghost: String,
    pub text: String,
    /// Secondary text: notes, ticks, footnotes.
    pub soft_text: String,
    pub grid: String,
    /// Lines and points of a plot, in the order of its series. If there are too few colours, they repeat.
    pub series: Vec<String>,
    /// Colours of the lowest and the highest value of a heat map. Other values get a mixture, and text must be legible
    /// on both.
    pub heat: [String; 2],
}

/// The purpose of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Bar,
    Highlight,
    Own,
    Whisker,
    Ghost,
    Text,
    SoftText,
    Grid,
    HeatLow,
    HeatHigh,
    /// A series, by its index.
    Series(u8),
}

/// Largest number of series that a plot can distinguish.
pub(crate) const MOST_SERIES: u8 = 8;

impl Role {
    const FIXED: [Role; 10] = [
        Role::Bar,
        Role::Highlight,
        Role::Own,
        Role::Whisker,
        Role::Ghost,
        Role::Text,
        Role::SoftText,
        Role::Grid,
        Role::HeatLow,
        Role::HeatHigh,
    ];

    pub fn all() -> impl Iterator<Item = Role> {
        Role::FIXED.into_iter().chain((0..MOST_SERIES).map(Role::Series))
    }

    /// Returns the role of a series by its index.
    pub fn of_series(place: usize) -> Role {
        Role::Series((place % usize::from(MOST_SERIES)) as u8)
    }

    /// Returns a unique number below 256.
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
            Role::Own => &self.own,
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
    /// Returns width and text size, clamped to values that can be laid out and read.
    pub(crate) fn sane(&self) -> (i32, i32) {
        let text = self.text_px.clamp(6, 96) as i32;
        (self.width_px.clamp(120, 8_000).max(16 * text as u32) as i32, text)
    }
}
