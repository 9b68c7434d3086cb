-- What was done with a submission. Names stay when accounts go; `by` is null for the server itself.
CREATE TABLE history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    submission_id bigint NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    by text,
    action text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    -- The assignee before and after an assignment.
    from_admin text,
    to_admin text,
    -- The note.
    text text,
    CONSTRAINT history_move_allowed CHECK (
        (action, from_state, to_state) IN (
            ('start', 'new', 'open'),
            ('finish', 'new', 'done'), ('finish', 'open', 'done'),
            ('reopen', 'done', 'open'),
            ('spam', 'new', 'spam'), ('spam', 'open', 'spam'), ('spam', 'done', 'spam'),
            ('not_spam', 'spam', 'new'),
            ('assign', 'new', 'new'), ('assign', 'open', 'open'), ('assign', 'done', 'done'),
            ('note', 'new', 'new'), ('note', 'open', 'open'), ('note', 'done', 'done'), ('note', 'spam', 'spam')
        )
        -- Removing an account unassigns its spam too.
        OR (by IS NULL AND (action, from_state, to_state) = ('assign', 'spam', 'spam') AND to_admin IS NULL)
    ),
    CONSTRAINT history_assignment CHECK (
        (action = 'assign') = (from_admin IS NOT NULL OR to_admin IS NOT NULL)
    ),
    CONSTRAINT history_note CHECK ((action = 'note') = (text IS NOT NULL)),
    CONSTRAINT history_text_length CHECK (char_length(text) BETWEEN 1 AND 2000)
);

CREATE INDEX history_submission_idx ON history (submission_id, id);
