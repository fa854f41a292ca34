//! An animation as a GIF: theme colours are exact, and each frame stores only the pixels that changed.

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::collections::HashMap;

/// The most frames, to limit the size of the file.
pub const MOST_FRAMES: usize = 240;

/// The most pixels of all frames together.
pub const MOST_PIXELS: f64 = 400e6;

/// The last index of the colour table is transparent: the pixel keeps its colour.
const SAME: u8 = 255;

/// Colours closer than this look the same: the sum of squared differences of red, green and blue.
const NEAR: i32 = 75;

type Colour = [u8; 3];

/// An animation under construction.
#[derive(Debug)]
pub struct Film {
    width: u16,
    height: u16,
    colours: Vec<Colour>,
    /// The table index of every colour so far.
    places: HashMap<Colour, u8>,
    before: Vec<Colour>,
    frames: Vec<Frame<'static>>,
}

impl Film {
    /// Creates a film of this size. The theme's colours are entered first, so that they stay exact in late frames too.
    pub fn new(width: u16, height: u16, theme: &[&str]) -> Self {
        let mut film = Film {
            width,
            height,
            colours: Vec::new(),
            places: HashMap::new(),
            before: Vec::new(),
            frames: Vec::new(),
        };
        for colour in theme.iter().filter_map(|text| hexadecimal(text)) {
            film.add_colour(colour);
        }
        film
    }

    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// Adds a frame of RGBA pixels, shown for `hundredths` hundredths of a second.
    pub fn add(&mut self, pixels: &[u8], hundredths: u16) {
        let now: Vec<Colour> = pixels
            .chunks_exact(4)
            .take(usize::from(self.width) * usize::from(self.height))
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        let width = usize::from(self.width);
        let changed = |index: &usize| self.before.get(*index) != now.get(*index);
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::from(self.height), 0);
        for index in (0..now.len()).filter(changed) {
            let (x, y) = (index % width, index / width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        if right == 0 {
            // Nothing has changed: the frame is one transparent pixel.
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        self.meet(&now);
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            for index in y * width + left..y * width + right {
                let same = self.before.get(index) == now.get(index);
                let place = now.get(index).and_then(|colour| self.places.get(colour));
                buffer.push(if same { SAME } else { place.copied().unwrap_or(SAME) });
            }
        }
        let mut frame = Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        frame.make_lzw_pre_encoded();
        self.frames.push(frame);
        self.before = now;
    }

    /// Assigns a table index to every new colour of a frame: frequent colours get their own, others the nearest.
    fn meet(&mut self, now: &[Colour]) {
        let mut counts: HashMap<Colour, u32> = HashMap::new();
        let mut last = None;
        for (index, colour) in now.iter().enumerate() {
            let is_known = last == Some(*colour) || self.before.get(index) == Some(colour);
            if !is_known && !self.places.contains_key(colour) {
                *counts.entry(*colour).or_default() += 1;
            }
            last = Some(*colour);
        }
        let mut met: Vec<(Colour, u32)> = counts.into_iter().collect();
        met.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        // Half of the remaining table is reserved for later frames.
        let room = usize::from(SAME) - self.colours.len();
        let mut left = room.div_ceil(2);
        for (colour, _) in met {
            match self.nearest(colour) {
                Some((place, distance)) if distance <= NEAR || left == 0 => {
                    self.places.insert(colour, place);
                }
                _ => {
                    left = left.saturating_sub(1);
                    self.add_colour(colour);
                }
            }
        }
    }

    fn add_colour(&mut self, colour: Colour) {
        if self.colours.len() < usize::from(SAME) && !self.places.contains_key(&colour) {
            self.places.insert(colour, self.colours.len() as u8);
            self.colours.push(colour);
        }
    }

    fn nearest(&self, colour: Colour) -> Option<(u8, i32)> {
        let distance = |other: &Colour| -> i32 {
            let parts = colour.iter().zip(other);
            parts.map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2)).sum()
        };
        let all = (0u8..).zip(&self.colours);
        all.map(|(place, other)| (place, distance(other)))
            .min_by_key(|(_, distance)| *distance)
    }

    /// Returns the file, which repeats forever.
    ///
    /// # Errors
    /// Fails if a frame does not fit the film, which [`Film::add`] never produces.
    pub fn file(mut self) -> Result<Vec<u8>, EncodingError> {
        self.colours.resize(256, [0, 0, 0]);
        let table = self.colours.concat();
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height, &table)?;
        encoder.set_repeat(Repeat::Infinite)?;
        for frame in &self.frames {
            encoder.write_lzw_pre_encoded_frame(frame)?;
        }
        drop(encoder);
        Ok(file)
    }
}

/// Parses a colour of the form `#rrggbb`.
fn hexadecimal(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};

    /// Decodes the file as a viewer does: returns the composed frames, their delays and the repetition.
    fn played(file: &[u8]) -> (Vec<Vec<u8>>, Vec<u16>, Repeat) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let (mut screens, mut delays) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
                let to = ((y + usize::from(frame.top)) * width + x + usize::from(frame.left)) * 4;
                if pixel[3] > 0 {
                    screen[to..to + 4].copy_from_slice(pixel);
                }
            }
            screens.push(screen.clone());
            delays.push(frame.delay);
        }
        (screens, delays, decoder.repeat())
    }

    fn field(colours: &[(usize, Colour)], ground: Colour) -> Vec<u8> {
        let mut pixels: Vec<u8> = (0..12 * 5)
            .flat_map(|_| [ground[0], ground[1], ground[2], 255])
            .collect();
        for (index, colour) in colours {
            pixels[index * 4..index * 4 + 3].copy_from_slice(colour);
        }
        pixels
    }

    #[test]
    fn a_film_shows_every_frame_in_its_own_colours_and_for_its_time() {
        let frames = [
            field(&[(0, [0, 114, 178])], [255, 255, 255]),
            field(&[(0, [0, 114, 178]), (59, [230, 159, 0])], [255, 255, 255]),
            field(&[(0, [0, 114, 178]), (59, [230, 159, 0])], [255, 255, 255]),
            field(&[(7, [1, 2, 3])], [250, 249, 246]),
        ];
        let mut film = Film::new(12, 5, &["#0072b2", "rgb(1 2 3)", "#e69f00"]);
        for (frame, delay) in frames.iter().zip([50, 50, 25, 200]) {
            film.add(frame, delay);
        }
        assert_eq!(film.frames(), 4);
        let file = film.file().unwrap();
        let (screens, delays, repeat) = played(&file);
        assert_eq!(delays, [50, 50, 25, 200]);
        assert_eq!(repeat, Repeat::Infinite);
        for (index, (screen, frame)) in screens.iter().zip(&frames).enumerate() {
            assert!(screen == frame, "frame {index}");
        }
    }

    #[test]
    fn a_theme_s_colour_is_exact_even_after_a_thousand_others() {
        let mut film = Film::new(12, 5, &["#d55e00", "#ffffff"]);
        for frame in 0..30 {
            let many: Vec<(usize, Colour)> = (0..60)
                .map(|index| (index, [(index * 4) as u8, (frame * 8) as u8, (index * frame) as u8]))
                .collect();
            film.add(&field(&many, [0, 0, 0]), 10);
        }
        film.add(&field(&[(3, [0xd5, 0x5e, 0x00])], [255, 255, 255]), 10);
        let (screens, ..) = played(&film.file().unwrap());
        assert_eq!(screens[30][12..15], [0xd5, 0x5e, 0x00]);
        assert_eq!(screens[30][0..3], [0xff, 0xff, 0xff]);
    }
}
