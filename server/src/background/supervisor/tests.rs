use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::bail;

use super::*;
use crate::testing::database::unused_pool;

/// Runs a task until it has been called `calls` times. `behave` gives the result of each call by its number.
async fn run_calls(tasks: &Arc<Tasks>, calls: u32, behave: fn(u32) -> Result<Duration>) {
    let (stop, count) = (CancellationToken::new(), Arc::new(AtomicU32::new(0)));
    let task = tasks.supervise("mail", stop.clone(), || {
        let (stop, count) = (stop.clone(), Arc::clone(&count));
        async move {
            let number = count.fetch_add(1, Ordering::Relaxed) + 1;
            if number == calls {
                stop.cancel();
            }
            behave(number)
        }
    });
    task.await;
    assert_eq!(count.load(Ordering::Relaxed), calls);
}

fn metric(metrics: &Metrics, name: &str) -> String {
    let text = metrics.encode_text(&prometheus_client::registry::Registry::default()).unwrap();
    text.lines().find(|line| line.starts_with(&format!("{name}{{task=\"mail\"}}"))).unwrap().to_owned()
}

#[tokio::test(start_paused = true)]
async fn restarts_and_counts_a_task_that_panics_or_fails() {
    let metrics = Arc::new(Metrics::default());
    let tasks = Arc::new(Tasks::new(Arc::clone(&metrics), unused_pool()));
    let behave = |number| match number {
        1 => panic!("a bug"),
        2 => bail!("the database is away"),
        _ => Ok(Duration::ZERO),
    };
    run_calls(&tasks, 2, behave).await;
    assert!(tasks.failing().is_empty());
    run_calls(&tasks, 1, |_| panic!("a bug")).await;
    assert_eq!(tasks.failing(), ["mail"]);
    assert!(metric(&metrics, "background_task_failures_total").ends_with(" 3"));
    assert!(metric(&metrics, "background_task_failing").ends_with(" 1"));
    run_calls(&tasks, 3, behave).await;
    assert!(tasks.failing().is_empty());
    assert!(metric(&metrics, "background_task_failures_total").ends_with(" 5"));
    assert!(metric(&metrics, "background_task_failing").ends_with(" 0"));
}
