//! Running browsers that tests borrow one after another: to start one takes longer than most tests.

use crate::driver::Driver;
use crate::kind::BrowserKind;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Pool {
    idle: Vec<Driver>,
    /// Sites and browsers in use.
    users: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    idle: Vec::new(),
    users: 0,
});

fn pool() -> MutexGuard<'static, Pool> {
    // A test that panics leaves the pool as it is: no code that holds the lock can panic half-way.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes an idle browser. There may be none: the pool never makes a test wait for another one.
pub(crate) fn take(kind: BrowserKind) -> Option<Driver> {
    let mut pool = pool();
    let place = pool.idle.iter().position(|driver| driver.kind == kind)?;
    Some(pool.idle.swap_remove(place))
}

/// Stores a browser that has been reset.
pub(crate) fn put(driver: Driver) {
    pool().idle.push(driver);
}

/// Keeps the idle browsers running. When the last one is dropped they are killed: what a static holds is not dropped at
/// the end of the process. Every site and every browser has one, so while tests run there is hardly a moment without
/// any.
#[derive(Debug)]
pub(crate) struct User(());

impl User {
    pub(crate) fn new() -> Self {
        pool().users += 1;
        User(())
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.users -= 1;
        let unused = match pool.users {
            0 => std::mem::take(&mut pool.idle),
            _ => Vec::new(),
        };
        // Killing takes a moment, in which others may want the pool.
        drop(pool);
        drop(unused);
    }
}
