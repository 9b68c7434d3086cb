-- Actions on a submission. Names stay when accounts are removed; `by` is null for the server itself.
CREATE TABLE history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    submission_id bigint NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    by text,
    action text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    -- The assignee before and after a change of the assignee.
    from_admin text,
    to_admin text,
    -- Columns for undo: the admin who acted, the assignee before, and `state_since` before a change of the state.
    admin_id bigint REFERENCES admins (id) ON DELETE SET NULL,
    from_admin_id bigint REFERENCES admins (id) ON DELETE SET NULL,
    from_since timestamptz,
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
            ('note', 'new', 'new'), ('note', 'open', 'open'), ('note', 'done', 'done'), ('note', 'spam', 'spam'),
            -- Each move but notes, reversed.
            ('undo', 'open', 'new'),
            ('undo', 'done', 'new'), ('undo', 'done', 'open'),
            ('undo', 'open', 'done'),
            ('undo', 'spam', 'new'), ('undo', 'spam', 'open'), ('undo', 'spam', 'done'),
            ('undo', 'new', 'spam'),
            ('undo', 'new', 'new'), ('undo', 'open', 'open'), ('undo', 'done', 'done')
        )
        -- Removing an account unassigns its spam too.
        OR (by IS NULL AND (action, from_state, to_state) = ('assign', 'spam', 'spam') AND to_admin IS NULL)
    ),
    CONSTRAINT history_assignment CHECK (
        CASE WHEN from_admin IS NULL AND to_admin IS NULL THEN action <> 'assign'
            ELSE action = 'assign' OR (action = 'undo' AND from_state = to_state) END
    ),
    CONSTRAINT history_note CHECK ((action = 'note') = (text IS NOT NULL)),
    CONSTRAINT history_text_length CHECK (char_length(text) BETWEEN 1 AND 2000)
);

CREATE INDEX history_submission_idx ON history (submission_id, id);
