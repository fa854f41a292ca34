//! Lets the run of a CUDA twin stop where the run of the WGSL text stops, so that slides and counts of steps hold for
//! both. The twin's extra statements, such as `unsigned tid = threadIdx.x`, are executed on the way to the next stop.

use crate::run::playback::Playback;
use simt::Grain;

/// The most steps of a warp that the twin may have more between two steps that both have.
const MOST_EXTRA: usize = 256;

/// Gives `twin` the stops of `original`. `lines` has for each line of the WGSL text the line of the twin's.
pub fn align(original: &Playback, twin: &mut Playback, lines: &[Option<u32>]) {
    let places = places(original, twin, lines);
    let end = twin.cursor.end() as u32;
    for grain in [Grain::Statement, Grain::Iteration, Grain::Barrier] {
        let stops = original.cursor.stops(grain);
        let mut last = 0;
        let stops = (0..stops.count()).filter_map(|rank| {
            let position = stops.at(rank)?;
            let place = match position {
                0 => 0,
                position => places.get(position).copied().unwrap_or(end),
            };
            last = place.max(last);
            Some(last)
        });
        let stops = stops.collect();
        twin.cursor.stop_at(grain, stops);
    }
}

/// Returns for each step of `original` the step of `twin` that does the same, or that of the next step that has one.
fn places(original: &Playback, twin: &Playback, lines: &[Option<u32>]) -> Vec<u32> {
    // The steps of each warp of the twin: the line, and the number of the step.
    let mut steps: Vec<Vec<(u32, u32)>> = Vec::new();
    for (number, step) in (0..).zip(twin.trace().steps()) {
        let warp = step.warp as usize;
        if steps.len() <= warp {
            steps.resize(warp + 1, Vec::new());
        }
        let line = twin.trace().statement(number as usize);
        steps[warp].push((line.map_or(0, |statement| statement.line), number));
    }
    let mut next = vec![0; steps.len()];
    let matched: Vec<Option<u32>> = original
        .trace()
        .steps()
        .enumerate()
        .map(|(number, step)| {
            let line = original.trace().statement(number)?.line;
            let line = (*lines.get(line.checked_sub(1)? as usize)?)?;
            let warp = step.warp as usize;
            let rest = steps.get(warp)?.get(next[warp]..)?;
            let mut ahead = rest.iter().take(MOST_EXTRA);
            let distance = ahead.position(|(each, _)| *each == line)?;
            next[warp] += distance + 1;
            Some(rest[distance].1)
        })
        .collect();
    let mut after = twin.cursor.end() as u32;
    let mut places: Vec<u32> = matched
        .into_iter()
        .rev()
        .map(|place| {
            after = place.unwrap_or(after);
            after
        })
        .collect();
    places.reverse();
    places
}
