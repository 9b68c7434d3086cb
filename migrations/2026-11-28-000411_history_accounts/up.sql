-- The assignee after an event, whose username may change. Null once the account is removed.
ALTER TABLE history ADD to_admin_id bigint REFERENCES admins (id) ON DELETE SET NULL;

-- Of earlier events: the assignee before the next change of the assignee, or the current one.
UPDATE history AS event SET to_admin_id = following.admin_id
FROM (
    SELECT history.id, CASE WHEN lead(history.id) OVER later IS NULL THEN submissions.assigned_to
        ELSE lead(history.from_admin_id) OVER later END AS admin_id
    FROM history JOIN submissions ON submissions.id = submission_id
    WHERE from_admin IS NOT NULL OR to_admin IS NOT NULL
    WINDOW later AS (PARTITION BY submission_id ORDER BY history.id)
) AS following
WHERE following.id = event.id AND event.to_admin IS NOT NULL;

-- Removing an account looks for its events.
CREATE INDEX history_admin_id_idx ON history (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX history_from_admin_id_idx ON history (from_admin_id) WHERE from_admin_id IS NOT NULL;
CREATE INDEX history_to_admin_id_idx ON history (to_admin_id) WHERE to_admin_id IS NOT NULL;
