//! The network between host and browser, emulated by the host: the browser's own emulation leaves out its workers.

use http_body_util::Full;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// The bytes that a link sends for one answer before it serves another one.
const CHUNK: usize = 8 * 1024;

/// A network link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    /// As fast as the computer is.
    Local,
    /// All answers together at a bit rate, each after a round trip.
    Slow { bits_per_second: f64, round_trip: Duration },
}

/// An ordinary mobile or shared classroom connection: 10 Mbit/s and 40 ms.
pub const TEN_MEGABITS: Link = Link::Slow {
    bits_per_second: 10e6,
    round_trip: Duration::from_millis(40),
};

/// A link with the time from which on it is free.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    link: Link,
    free: Arc<Mutex<Instant>>,
}

impl Line {
    pub(crate) fn new(link: Link) -> Self {
        Line {
            link,
            free: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// Waits for a round trip.
    pub(crate) async fn round_trip(&self) {
        if let Link::Slow { round_trip, .. } = self.link {
            sleep(round_trip).await;
        }
    }

    pub(crate) fn body(&self, bytes: Vec<u8>) -> Paced {
        match self.link {
            Link::Local => Paced::Whole(Full::from(bytes)),
            Link::Slow { bits_per_second, .. } => Paced::Chunks {
                bytes: Bytes::from(bytes),
                seconds_per_byte: 8.0 / bits_per_second,
                free: Arc::clone(&self.free),
                sent: None,
            },
        }
    }
}

/// A body that arrives as its link lets it.
pub(crate) enum Paced {
    Whole(Full<Bytes>),
    Chunks {
        bytes: Bytes,
        seconds_per_byte: f64,
        free: Arc<Mutex<Instant>>,
        /// The end of the chunk that is being sent.
        sent: Option<Pin<Box<Sleep>>>,
    },
}

impl Body for Paced {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Paced::Whole(whole) => Pin::new(whole).poll_frame(context),
            Paced::Chunks {
                bytes,
                seconds_per_byte,
                free,
                sent,
            } => {
                if bytes.is_empty() {
                    return Poll::Ready(None);
                }
                let length = bytes.len().min(CHUNK);
                let waiting = sent.get_or_insert_with(|| {
                    let mut free = free.lock().unwrap_or_else(PoisonError::into_inner);
                    let seconds = length as f64 * *seconds_per_byte;
                    *free = (*free).max(Instant::now()) + Duration::from_secs_f64(seconds);
                    Box::pin(sleep_until(*free))
                });
                match waiting.as_mut().poll(context) {
                    Poll::Pending => Poll::Pending,
                    Poll::Ready(()) => {
                        *sent = None;
                        Poll::Ready(Some(Ok(Frame::data(bytes.split_to(length)))))
                    }
                }
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Paced::Whole(whole) => whole.size_hint(),
            Paced::Chunks { bytes, .. } => SizeHint::with_exact(bytes.len() as u64),
        }
    }
}
