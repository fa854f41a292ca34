//! The steps forward of a presentation: a step back undoes the last of them exactly, across slides and step units.

use crate::page::{Arrival, Page};
use leptos::prelude::*;
use model::address::RunSpec;
use model::present::slides::SlideSource;
use model::run::pace::Pace;

/// Older steps are forgotten.
const MOST: usize = 10_000;

/// A place in a presentation.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub slide: (SlideSource, usize),
    /// `None`: a slide of words.
    pub view: Option<RunSpec>,
    pub pace: Pace,
    pub press: usize,
    /// The exact place: a position between two presses, or a press.
    pub arrival: Arrival,
}

impl Spot {
    /// Returns true if both are the same press of the same run. A press that is still awaited has no position.
    fn is_at(&self, other: &Spot) -> bool {
        (self.slide, self.pace, self.press) == (other.slide, other.pace, other.press) && self.view == other.view
    }
}

/// The steps forward, each as the places before and after it. `Copy`: all copies share the same list.
#[derive(Clone, Copy)]
pub struct Trail {
    steps: StoredValue<Vec<(Spot, Spot)>>,
}

impl Trail {
    pub fn of(page: Page) -> Self {
        page.feature(|| Trail {
            steps: StoredValue::new(Vec::new()),
        })
    }

    /// Adds a step forward.
    pub fn add(self, before: Option<Spot>, after: Option<Spot>) {
        if let Some(step) = before.zip(after).filter(|(before, after)| before != after) {
            self.steps.update_value(|steps| {
                steps.push(step);
                let extra = steps.len().saturating_sub(MOST);
                steps.drain(..extra);
            });
        }
    }

    /// Takes the last step if it led to this place, and returns the place before it. Otherwise the page has moved in
    /// another way, and all steps are forgotten.
    pub fn take_back(self, here: &Spot) -> Option<Spot> {
        let taken = self.steps.try_update_value(|steps| {
            let step = steps.pop()?;
            let leads_here = step.1.is_at(here);
            if !leads_here {
                steps.clear();
            }
            leads_here.then_some(step.0)
        });
        taken.flatten()
    }
}

impl Page {
    /// Returns the place in the presentation; `None` outside of slides. Untracked.
    pub fn spot(self) -> Option<Spot> {
        let slide = self.route.slide.get_untracked()?;
        let pace = untrack(|| self.pace());
        let Some(view) = self.run.spec.get_untracked() else {
            // A slide of words is one place.
            return Some(Spot {
                slide,
                view: None,
                pace,
                press: 0,
                arrival: Arrival::Press(0),
            });
        };
        let awaited = self.run.cycles.awaited.get_value();
        let press = match (self.route.arrival.get_value(), awaited) {
            (Some(Arrival::Press(press)), _) | (_, Some(press)) => press,
            _ => self.press_now(),
        };
        let is_between = pace != Pace::Cycle && self.run.beyond.get_untracked() == 0;
        let arrival = match self.route.arrival.get_value() {
            Some(arrival @ (Arrival::Press(_) | Arrival::Step(_))) => arrival,
            _ if is_between => Arrival::Step(self.run.position.get_untracked()),
            _ => Arrival::Press(press),
        };
        Some(Spot {
            slide,
            view: Some(view),
            pace,
            press,
            arrival,
        })
    }
}
