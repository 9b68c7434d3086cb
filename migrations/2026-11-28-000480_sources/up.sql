-- Where a submission came from. `direct` is a visit without a source, `unknown` a form whose page told none.
-- One release apart: servers of 0.4.0 leave these columns to their defaults.
ALTER TABLE submissions
    ADD channel text COLLATE "C" NOT NULL DEFAULT 'unknown',
    ADD landing text COLLATE "C",
    ADD referrer text,
    ADD utm_source text,
    ADD utm_medium text,
    ADD utm_campaign text COLLATE "C",
    -- When a person first started, finished, assigned or noted something that was not undone.
    ADD first_action_at timestamptz,
    ADD CONSTRAINT submissions_channel_known CHECK (
        channel IN ('paid', 'email', 'social', 'search', 'referral', 'campaign', 'direct', 'unknown')
    ),
    ADD CONSTRAINT submissions_source_length CHECK (
        greatest(char_length(landing), char_length(referrer), char_length(utm_source), char_length(utm_medium),
            char_length(utm_campaign)) <= 200
    );

UPDATE submissions SET first_action_at = first.at
FROM (
    SELECT DISTINCT ON (submission_id) submission_id, at
    FROM (
        SELECT *, lead(action) OVER (PARTITION BY submission_id ORDER BY id) AS next_action FROM history
    ) AS event
    WHERE action IN ('start', 'finish', 'assign', 'note') AND by IS NOT NULL AND next_action IS DISTINCT FROM 'undo'
    ORDER BY submission_id, id
) AS first
WHERE first.submission_id = submissions.id;

-- The orders of a list, which also skip spam and count by month, source and first action without reading a row.
-- One release apart: the new indexes take the place of the former ones.
DROP INDEX submissions_list_created_idx, submissions_list_name_idx;
CREATE INDEX submissions_list_created_idx ON submissions (kind, created_at, id)
    INCLUDE (state, first_action_at, channel, landing, utm_campaign);
CREATE INDEX submissions_list_name_idx ON submissions (kind, name_key, id) INCLUDE (state);
