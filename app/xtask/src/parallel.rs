//! Runs the same work for several items on all cores.

use std::sync::Mutex;
use std::thread;

/// Returns the result of `work` for each item, in the items' order.
pub fn map<Item: Sync, Made: Send>(items: &[Item], work: impl Fn(&Item) -> Made + Sync) -> Vec<Made> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(items.iter().enumerate());
    let take = || waiting.lock().ok().and_then(|mut waiting| waiting.next());
    let one_after_the_other = || {
        let mut made = Vec::new();
        while let Some((index, item)) = take() {
            made.push((index, work(item)));
        }
        made
    };
    let mut made: Vec<(usize, Made)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(items.len()))
            .map(|_| scope.spawn(one_after_the_other))
            .collect();
        // A worker that panics has printed its message; the panic goes on here.
        let results = workers.into_iter().map(|worker| worker.join());
        results
            .flat_map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
        assert_eq!(map(&items, |item| item * item), squares);
        assert_eq!(map(&[] as &[usize], |item| *item), Vec::<usize>::new());
    }
}
