//! The threads that think: as many as the machine has cores, whatever is asked of them.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use crate::lock;

/// What is thought for, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The opponents of somebody who waits for them.
    Opponent,
    /// Agents among themselves.
    Show,
    /// An analysis that somebody watches.
    Analysis,
    /// Many positions, one after the other.
    Review,
}

/// The classes that leave a thread to the others, whatever they have to do.
const PATIENT: usize = Class::Analysis as usize;

type Work = Box<dyn FnOnce() + Send>;

/// Threads that think about what waits, class by class, and in a class in turns by owner.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Inner>);

struct Inner {
    queues: Mutex<Queues>,
    news: Condvar,
    threads: usize,
}

#[derive(Default)]
struct Queues {
    waiting: [VecDeque<(String, Work)>; 4],
    /// The owner that was served last, by class.
    served: [String; 4],
    /// Threads at work for a patient class.
    patient: usize,
    closed: bool,
}

impl Pool {
    /// So many threads, two at least: one of them is never taken by the patient classes.
    pub(crate) fn new(threads: usize) -> Pool {
        let threads = threads.max(2);
        let (queues, news) = (Mutex::default(), Condvar::new());
        let inner = Arc::new(Inner { queues, news, threads });
        for number in 0..threads {
            let inner = Arc::clone(&inner);
            let named = thread::Builder::new().name(format!("think-{number}"));
            named.spawn(move || inner.work()).expect("the system gives a thread");
        }
        Pool(inner)
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.0.threads
    }

    /// Lets somebody's work be done when its turn comes.
    pub(crate) fn submit(&self, class: Class, owner: &str, work: impl FnOnce() + Send + 'static) {
        let work: Work = Box::new(work);
        lock(&self.0.queues).waiting[class as usize].push_back((owner.to_owned(), work));
        self.0.news.notify_one();
    }

    /// How much waits in a class.
    #[cfg(test)]
    pub(crate) fn waiting(&self, class: Class) -> usize {
        lock(&self.0.queues).waiting[class as usize].len()
    }

    /// Ends the threads once they are done with what they are at.
    pub(crate) fn close(&self) {
        lock(&self.0.queues).closed = true;
        self.0.news.notify_all();
    }
}

impl Inner {
    fn work(&self) {
        let mut queues = lock(&self.queues);
        while !queues.closed {
            let Some((class, work)) = queues.take(self.threads) else {
                queues = self.news.wait(queues).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let patient = usize::from(class >= PATIENT);
            queues.patient += patient;
            drop(queues);
            // Whoever submitted it hears of a panic by what the work drops.
            let _ = catch_unwind(AssertUnwindSafe(work));
            queues = lock(&self.queues);
            queues.patient -= patient;
            self.news.notify_one();
        }
    }
}

impl Queues {
    /// The next work: of the first class that has some, and of another owner than the last if there is one.
    fn take(&mut self, threads: usize) -> Option<(usize, Work)> {
        for class in 0..self.waiting.len() {
            if class >= PATIENT && self.patient + 1 >= threads {
                return None;
            }
            let (queue, last) = (&mut self.waiting[class], &self.served[class]);
            let other = queue.iter().position(|(owner, _)| owner != last).unwrap_or(0);
            if let Some((owner, work)) = queue.remove(other) {
                self.served[class] = owner;
                return Some((class, work));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn urgent_work_never_waits_for_patient_work() {
        let pool = Pool::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for owner in ["a", "b", "c"] {
            let held = Arc::clone(&held);
            pool.submit(Class::Analysis, owner, move || {
                let _ = lock(&held).recv();
            });
        }
        let (done, seen) = mpsc::channel();
        pool.submit(Class::Opponent, "person", move || done.send(()).unwrap());
        seen.recv().unwrap();
        assert!(pool.waiting(Class::Analysis) >= 1);
        drop(release);
        pool.close();
    }

    #[test]
    fn owners_take_turns_and_a_panic_ends_nothing() {
        let mut queues = Queues::default();
        for owner in ["a", "a", "a", "b"] {
            queues.waiting[3].push_back((owner.to_owned(), Box::new(|| {})));
        }
        let mut order = String::new();
        while queues.take(8).is_some() {
            order.push_str(&queues.served[3]);
        }
        assert_eq!(order, "abaa");
        let pool = Pool::new(2);
        for _ in 0..4 {
            pool.submit(Class::Review, "x", || panic!("on purpose"));
        }
        let (done, seen) = mpsc::channel();
        pool.submit(Class::Review, "x", move || done.send(()).unwrap());
        seen.recv().unwrap();
        pool.close();
    }
}
