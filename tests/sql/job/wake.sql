-- What wakes workers is what pgqueuer's own trigger sends; tests/jobs shows that they hear it.
select job.wake();
