//! The picture of a lesson for link previews: its first run, a row for each of some moments and a cell for each lane.

use lessons::Lesson;
use model::address::Address;
use model::panels::lanes::{LaneState, lanes};
use model::run::jobs;
use model::run::playback::Playback;
use simt::Grain;
use std::error::Error;

pub const FILE: &str = "picture.png";

/// The size that previews want, in pixels.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

const MARGIN: u32 = 60;
const MOST_ROWS: usize = 12;
const MOST_LANES: usize = 64;

/// The colours of the dark theme (`assets/tokens.css`).
const PAPER: [u8; 3] = [0x10, 0x14, 0x1b];
const ACTIVE: [u8; 3] = [0x58, 0xa8, 0xe8];
const WAITING: [u8; 3] = [0x2c, 0x5f, 0x7f];
const MASKED: [u8; 3] = [0x26, 0x2f, 0x3c];
const FINISHED: [u8; 3] = [0x1a, 0x21, 0x2b];

/// Returns the picture as PNG.
///
/// # Errors
/// The lesson's kernel does not run.
pub fn of_lesson(lesson: &Lesson) -> Result<Vec<u8>, Box<dyn Error>> {
    let (address, _) = Address::read(lesson.id);
    let view = address.view.ok_or("a lesson has a view")?;
    let job = jobs::of_view(&view, &jobs::parts(&view));
    let program = simt::compile(&job.kernel.source, job.kernel.entry_point.as_deref())?;
    let trace = simt::run(&program, &job.dispatch, &job.options)?.trace;
    let playback = Playback::new(String::new(), trace.ok_or("a trace was asked for")?);
    png(&rows(playback))
}

/// Returns the lanes at moments that are spread over the run, of those at which other lanes work than before.
fn rows(playback: Playback) -> Vec<Vec<LaneState>> {
    let mut cursor = playback.cursor;
    let stops: Vec<usize> = {
        let stops = cursor.stops(Grain::Statement);
        (0..stops.count()).filter_map(|rank| stops.at(rank)).collect()
    };
    let row = |position: &usize| {
        cursor.seek(*position);
        let frame = cursor.frame(Grain::Statement);
        let model = lanes(&cursor, &frame);
        let states = model.rows.iter().flat_map(|row| row.states.clone());
        states.take(MOST_LANES).collect()
    };
    let mut rows: Vec<Vec<LaneState>> = stops.iter().map(row).collect();
    rows.dedup();
    let every = rows.len().div_ceil(MOST_ROWS).max(1);
    rows.into_iter().step_by(every).collect()
}

fn png(rows: &[Vec<LaneState>]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut pixels = PAPER.repeat((WIDTH * HEIGHT) as usize);
    let lanes = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as u32;
    let count = rows.len().max(1) as u32;
    let (across, down) = ((WIDTH - 2 * MARGIN) / lanes, (HEIGHT - 2 * MARGIN) / count);
    let (begin_x, begin_y) = ((WIDTH - lanes * across) / 2, (HEIGHT - count * down) / 2);
    let gap = (across.min(down) / 8).max(2);
    for (y, row) in rows.iter().enumerate() {
        for (x, state) in row.iter().enumerate() {
            let colour = match state {
                LaneState::Active => ACTIVE,
                LaneState::AtBarrier => WAITING,
                LaneState::Masked => MASKED,
                LaneState::Finished => FINISHED,
                LaneState::Absent => continue,
            };
            let (left, top) = (begin_x + x as u32 * across, begin_y + y as u32 * down);
            for line in top..top + down - gap {
                let begin = 3 * (line * WIDTH + left) as usize;
                let cells = &mut pixels[begin..begin + 3 * (across - gap) as usize];
                for pixel in cells.chunks_exact_mut(3) {
                    pixel.copy_from_slice(&colour);
                }
            }
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}
