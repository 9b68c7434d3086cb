//! Visitors who send one form after the other and repeat each until it is answered with 201.

use crate::harness::prelude::*;

/// Pause before the next form and before a repeat, much shorter than a person's.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) struct Visitors {
    pub(crate) ledger: Ledger,
    pub(crate) leave: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Visitors {
    /// Starts eight visitors who send forms at the same time.
    pub(crate) fn start(server: SocketAddr) -> Self {
        let mut visitors = Self { ledger: Ledger::default(), leave: Arc::default(), tasks: JoinSet::new() };
        for number in 0..8 {
            let (ledger, leave) = (visitors.ledger.clone(), Arc::clone(&visitors.leave));
            visitors.tasks.spawn(async move {
                for &kind in Kind::ALL.iter().cycle().skip(number) {
                    if leave.load(Ordering::Relaxed) {
                        return;
                    }
                    send(&Form::new(kind), server, &ledger).await;
                    sleep(PAUSE).await;
                }
            });
        }
        visitors
    }

    /// Lets each visitor finish the current form.
    pub(crate) async fn leave(self) -> Ledger {
        self.leave.store(true, Ordering::Relaxed);
        self.tasks.join_all().await;
        self.ledger
    }
}

/// Sends a form until it is answered with 201, from a random address and over a new connection each time.
pub(crate) async fn send(form: &Form, server: SocketAddr, ledger: &Ledger) {
    let (address, request) = (random_ip(), form.request());
    loop {
        let since = Instant::now();
        let answer = async { Connection::open_from(address, server).await?.send(&request).await };
        if ledger.note(form, answer.await, since.elapsed()) {
            return;
        }
        sleep(PAUSE).await;
    }
}
