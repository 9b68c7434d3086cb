//! Requests run in tasks of their own, to their end.
//!
//! hyper drops a handler when its client closes the connection. Work that is dropped between two statements would leave
//! its transaction and its locks behind, so it goes on whether somebody waits for the answer or not.

use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

/// The requests in progress.
#[derive(Clone, Default)]
pub(crate) struct Requests(TaskTracker);

impl Requests {
    /// Runs work of a request to its end.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.0.spawn(work)
    }

    /// Waits until all have ended.
    pub(crate) async fn ended(&self) {
        self.0.close();
        self.0.wait().await;
    }
}
