//! Tasks that run requests to their end.
//!
//! hyper drops a handler when its client closes the connection. Dropping it between two statements would leave an open
//! transaction with its locks, so the work continues without the client.

use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

/// Requests in progress.
#[derive(Clone, Default)]
pub(crate) struct Requests(TaskTracker);

impl Requests {
    /// Runs the work of a request to its end.
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
