//! What the model makes of the settings: computed when one of them changes, and read by all parts of the panel.

use crate::draw::scheduler::Zoom;
use crate::page::Pane;
use crate::panels::scheduler::dials::Controls;
use leptos::prelude::*;
use lessons::scheduler::{MOST_WARPS, Schedule, Setting, WarpCycle, Work, against_warps, schedule};
use model::panels::scheduler::{Stream, stream};
use std::sync::Arc;

/// A stream as short as this is seen whole.
const SHORT: usize = 24;

/// The model's run. Copies are the same.
#[derive(Clone, Copy)]
pub struct Run {
    pub stream: Memo<Arc<Stream>>,
    pub schedule: Memo<Arc<Schedule>>,
    /// Utilisation with 1, 2, … warps.
    pub chart: Memo<Arc<Vec<f64>>>,
    pub playhead: Memo<u32>,
    pub zoom: Memo<Zoom>,
}

impl Run {
    pub fn new(pane: Pane, controls: Controls) -> Self {
        // The trace changes with what is shown, and not with the step.
        let traced = Memo::new(move |_| {
            pane.summary.track();
            let of_trace = |playback: &model::run::playback::Playback| {
                let stream = stream(&playback.source, playback.trace());
                (Arc::new(stream), playback.trace().warp_width)
            };
            pane.playback
                .with_value(|playback| playback.as_ref().map(of_trace))
                .unwrap_or_default()
        });
        // Another dial leaves the stream as it is.
        let work = Memo::new(move |_| controls.dials.get().work);
        let chains = Memo::new(move |_| controls.dials.get().chains);
        let stream = Memo::new(move |_| {
            let (stream, width) = traced.get();
            Stream::of_work(work.get(), chains.get(), width).map_or(stream, Arc::new)
        });
        let setting = Memo::new(move |_| {
            let width = traced.get().1;
            controls.dials.get().setting(width)
        });
        let schedule =
            Memo::new(move |_| stream.with(|stream| Arc::new(schedule(&stream.instructions, setting.get()))));
        // Another number of warps moves the mark and leaves the line as it is.
        let of_one = Memo::new(move |_| Setting {
            warps: 1,
            ..setting.get()
        });
        let chart = Memo::new(move |_| {
            let setting = of_one.get();
            stream.with(|stream| Arc::new(against_warps(&stream.instructions, setting, MOST_WARPS)))
        });
        let playhead = Memo::new(move |_| {
            let cycles = schedule.with(|schedule| schedule.cycles);
            if let Some(cycle) = controls.cycle.get() {
                return cycle.min(cycles);
            }
            if work.get() != Work::Kernel {
                return 0;
            }
            let position = pane
                .step_view
                .with(|step_view| step_view.as_ref().map_or(0, |step_view| step_view.position));
            let place = stream.with(|stream| stream.at(position));
            schedule.with(|schedule| schedule.cycle_of(place))
        });
        let zoom = Memo::new(move |_| {
            controls.zoom.get().unwrap_or_else(|| {
                if stream.with(|stream| stream.instructions.len() <= SHORT) {
                    Zoom::Whole
                } else {
                    Zoom::Cycles
                }
            })
        });
        Run {
            stream,
            schedule,
            chart,
            playhead,
            zoom,
        }
    }

    /// Warps in each state at the playhead, in the order of [`WarpCycle::ALL`]; tracked.
    pub fn counts(self) -> [usize; 5] {
        let playhead = self.playhead.get();
        self.schedule.with(|schedule| {
            let states = (0..schedule.warps.len()).map(|warp| schedule.at(warp, playhead));
            let mut counts = [0; 5];
            for state in states {
                if let Some(place) = WarpCycle::ALL.iter().position(|each| *each == state) {
                    counts[place] += 1;
                }
            }
            counts
        })
    }

    /// The warps at the playhead as letters; tracked.
    pub fn letters(self) -> String {
        let playhead = self.playhead.get();
        self.schedule.with(|schedule| {
            (0..schedule.warps.len())
                .map(|warp| schedule.at(warp, playhead).letter())
                .collect()
        })
    }
}
