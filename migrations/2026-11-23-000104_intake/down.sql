DROP TABLE attempt_windows, idempotency_keys;
