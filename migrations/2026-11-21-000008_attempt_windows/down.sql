DROP TABLE attempt_windows;
