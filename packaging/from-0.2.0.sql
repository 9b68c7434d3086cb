-- Copies the records of a 0.2.0 database, moved to the schema `v020`, into the tables of an empty database, in one
-- transaction. docs/operations.md, "From 0.2.0", describes when to run it.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL search_path = public;
SET LOCAL statement_timeout = 0;
LOCK TABLE admins, submissions IN ACCESS EXCLUSIVE MODE;

-- Accounts keep their numbers. Copying them is not account activity.
ALTER TABLE admins DISABLE TRIGGER record_account_event;
INSERT INTO admins (id, username, password_hash, first_name, last_name, email, created_at, password_printed_at,
        second_factor_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, username, password_hash, first_name, last_name, email, created_at, password_printed_at, second_factor_at
    FROM v020.admins;
ALTER TABLE admins ENABLE TRIGGER record_account_event;
-- Continues the numbering of accounts, because the activity of removed accounts contains their numbers.
SELECT setval(pg_get_serial_sequence('public.admins', 'id'), last_value, is_called) FROM v020.admins_id_seq;
INSERT INTO refresh_tokens (token_hash, family, admin_id, expires_at, spent_at, begun_at, issued_at, browser)
    SELECT token_hash, family, admin_id, expires_at, spent_at, coalesce(begun_at, issued_at), issued_at, browser
    FROM v020.refresh_tokens;
INSERT INTO second_factors (admin_id, secret, last_step) SELECT admin_id, secret, last_step FROM v020.second_factors;
INSERT INTO recovery_codes (admin_id, code_hash, used_at)
    SELECT admin_id, code_hash, used_at FROM v020.recovery_codes ORDER BY id;
INSERT INTO account_events (at, admin_id, account, event, by, browser)
    SELECT at, admin_id, account, event, by, browser FROM v020.account_events ORDER BY id;

-- Submissions get new numbers in the order of their arrival, and keep their slugs. The server indexes their words at
-- its next start.
INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at, state, state_since, assigned_to,
        version, spam_reasons)
    SELECT kind, slug, full_name, name_key, email, lower(email), created_at, state, coalesce(state_since, created_at),
        assigned_to, version, spam_reasons
    FROM (
        SELECT 'consultations' AS kind, id, slug, full_name, name_key, email, created_at, state, state_since,
            assigned_to, version, spam_reasons
        FROM v020.consultations
        UNION ALL
        SELECT 'applications', id, slug, full_name, name_key, email, created_at, state, state_since, assigned_to,
            version, spam_reasons
        FROM v020.applications
    ) AS stored
    ORDER BY created_at, id;

CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
    SELECT s.id, s.kind, coalesce(c.id, a.id) AS old_id
    FROM submissions AS s
    LEFT JOIN v020.consultations AS c ON s.kind = 'consultations' AND c.slug = s.slug
    LEFT JOIN v020.applications AS a ON s.kind = 'applications' AND a.slug = s.slug;
ALTER TABLE moved ADD PRIMARY KEY (kind, old_id);
ANALYZE moved;

INSERT INTO consultations (id, referral, message)
    SELECT moved.id, referral, message
    FROM v020.consultations AS c JOIN moved ON moved.kind = 'consultations' AND moved.old_id = c.id;
INSERT INTO applications (id, job_title, cover_letter, cv_name, cv_type, cv_size)
    SELECT moved.id, job_title, cover_letter, cv_name, cv_type, cv_size
    FROM v020.applications AS a JOIN moved ON moved.kind = 'applications' AND moved.old_id = a.id;
INSERT INTO cv_chunks (submission_id, position, bytes)
    SELECT moved.id, position, bytes
    FROM v020.cv_chunks AS c JOIN moved ON moved.kind = 'applications' AND moved.old_id = c.application_id;
INSERT INTO history (submission_id, at, by, action, from_state, to_state, from_admin, to_admin, text)
    SELECT moved.id, at, by, action, from_state, to_state, from_admin, to_admin, text
    FROM v020.history AS h JOIN moved ON moved.kind = h.kind AND moved.old_id = h.record_id
    ORDER BY h.id;
INSERT INTO mails (submission_id, purpose, recipient, message_id, subject, message, state, held, created_at, due_at, tries,
        failures, failing_since, answer, sent_at)
    SELECT moved.id, purpose, recipient, message_id,
        CASE purpose WHEN 'notify' THEN initcap(rtrim(s.kind, 's')) || ' from ' || left(s.full_name, 60)
            ELSE 'Thank you, your message has arrived' END,
        message, m.state, held, m.created_at, due_at, tries, failures, failing_since, answer, sent_at
    FROM v020.mails AS m JOIN moved ON moved.kind = m.kind AND moved.old_id = m.record_id
        JOIN submissions AS s ON s.id = moved.id
    ORDER BY m.id;
INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
    SELECT key, content_hash, s.id, k.created_at
    FROM v020.idempotency_keys AS k JOIN submissions AS s ON s.slug = k.slug;
INSERT INTO exports (list, at, by, rows, ended_at)
    SELECT list, at, by, rows, ended_at FROM v020.exports ORDER BY id;

ANALYZE submissions, consultations, applications, cv_chunks, history, mails;

-- Both numbers of each line must be equal.
SELECT *, before = now AS same FROM (VALUES
    ('admins', (SELECT count(*) FROM v020.admins), (SELECT count(*) FROM admins)),
    ('refresh_tokens', (SELECT count(*) FROM v020.refresh_tokens), (SELECT count(*) FROM refresh_tokens)),
    ('second_factors', (SELECT count(*) FROM v020.second_factors), (SELECT count(*) FROM second_factors)),
    ('recovery_codes', (SELECT count(*) FROM v020.recovery_codes), (SELECT count(*) FROM recovery_codes)),
    ('account_events', (SELECT count(*) FROM v020.account_events), (SELECT count(*) FROM account_events)),
    ('consultations', (SELECT count(*) FROM v020.consultations), (SELECT count(*) FROM consultations)),
    ('applications', (SELECT count(*) FROM v020.applications), (SELECT count(*) FROM applications)),
    ('cv_chunks', (SELECT count(*) FROM v020.cv_chunks), (SELECT count(*) FROM cv_chunks)),
    ('history', (SELECT count(*) FROM v020.history), (SELECT count(*) FROM history)),
    ('mails', (SELECT count(*) FROM v020.mails), (SELECT count(*) FROM mails)),
    ('exports', (SELECT count(*) FROM v020.exports), (SELECT count(*) FROM exports))
) AS counts ("table", before, now);
COMMIT;
