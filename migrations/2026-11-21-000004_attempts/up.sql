-- What counts against a limit. Subjects are keyed hashes: no address and no account name is stored.
CREATE TABLE attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX attempts_subject_idx ON attempts (subject, made_at);
CREATE INDEX attempts_made_at_idx ON attempts (made_at);
