//! What the pictures of a poster show: models of the panels at its first presses, recorded when the page was built, so that
//! nobody who only looks needs a trace.

use crate::engine::protocol::decode;
use crate::model::array::ArrayModel;
use crate::model::lanes::LanesModel;
use crate::model::moment::Glance;
use crate::model::timeline::Timeline;
use serde::{Deserialize, Serialize};

/// The pictures of a view as it opens.
#[derive(Debug, Serialize, Deserialize)]
pub enum Pictures {
    /// Those of the list's first cards.
    List(Vec<(Timeline, Glance)>),
    /// A lesson's, before its first press and after each that a poster walks.
    Lesson {
        timeline: Timeline,
        presses: Vec<(LanesModel, ArrayModel)>,
    },
}

impl Pictures {
    /// What a file holds; `None` if it is none of ours.
    pub fn read(file: &[u8]) -> Option<Self> {
        decode(file)
    }

    /// How far a poster can walk.
    pub fn presses(&self) -> usize {
        match self {
            Pictures::List(_) => 0,
            Pictures::Lesson { presses, .. } => presses.len().saturating_sub(1),
        }
    }
}
