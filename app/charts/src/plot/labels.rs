//! Places texts near the points that they name; texts without room are left out.

use crate::text::{Face, width};

/// An occupied rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken(pub i32, pub i32, pub i32, pub i32);

impl Taken {
    pub fn around((x, y): (i32, i32), radius: i32) -> Self {
        Taken(x - radius, y - radius, x + radius, y + radius)
    }

    fn meets(self, other: Taken) -> bool {
        self.0 < other.2 && other.0 < self.2 && self.1 < other.3 && other.1 < self.3
    }

    fn within(self, other: Taken) -> bool {
        self.0 >= other.0 && self.1 >= other.1 && self.2 <= other.2 && self.3 <= other.3
    }
}

/// Returns the position of a point's text as left end and vertical middle: the first free place of right, left, above
/// and below the point. Adds the place to `taken`.
pub(super) fn beside(
    (x, y): (i32, i32),
    text: &str,
    face: Face,
    gap: i32,
    area: Taken,
    taken: &mut Vec<Taken>,
) -> Option<(i32, i32)> {
    let (wide, high) = (width(text, face), face.size * 5 / 4);
    let places = [
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y - gap - high),
        (x - wide / 2, y + gap),
        (x + gap, y - gap - high),
        (x + gap, y + gap),
        (x - gap - wide, y - gap - high),
        (x - gap - wide, y + gap),
    ];
    let free = places.into_iter().find_map(|(left, top)| {
        let place = Taken(left, top, left + wide, top + high);
        let is_free = place.within(area) && !taken.iter().any(|other| place.meets(*other));
        is_free.then_some(place)
    })?;
    taken.push(free);
    Some((free.0, free.1 + high / 2))
}

/// Returns the vertical middles of text lines. Each is close to its wish, they are at least `pitch` apart, and all lie
/// within the two ends; the order is that of the wishes. Returns `None` if they do not fit.
pub(super) fn spread(wishes: &[i32], pitch: i32, (top, bottom): (i32, i32)) -> Option<Vec<i32>> {
    if pitch * wishes.len() as i32 > bottom - top {
        return None;
    }
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|&place| wishes[place]);
    let mut heights = vec![0; wishes.len()];
    let mut least = top + pitch / 2;
    for &place in &order {
        heights[place] = wishes[place].max(least);
        least = heights[place] + pitch;
    }
    let mut most = bottom - pitch / 2;
    for &place in order.iter().rev() {
        heights[place] = heights[place].min(most);
        most = heights[place] - pitch;
    }
    Some(heights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_keep_apart_and_stay_near() {
        for (wishes, expected) in [
            (vec![50, 20], Some(vec![50, 20])),
            (vec![50, 51, 52], Some(vec![50, 60, 70])),
            (vec![99, 98], Some(vec![95, 85])),
            (vec![0; 11], None),
        ] {
            assert_eq!(spread(&wishes, 10, (0, 100)), expected, "{wishes:?}");
        }
    }

    proptest! {
        #[test]
        fn no_two_lines_meet(wishes in prop::collection::vec(-50..150_i32, 0..10)) {
            let mut heights = spread(&wishes, 10, (0, 100)).unwrap();
            heights.sort_unstable();
            prop_assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 10), "{heights:?}");
            prop_assert!(heights.iter().all(|height| (5..=95).contains(height)), "{heights:?}");
        }
    }
}
