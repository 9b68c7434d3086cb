DO $$ BEGIN -- In the schema that the session uses.
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema()); -- The default from Postgres 15 on.
    EXECUTE format($grant$GRANT USAGE ON SCHEMA %I TO agency_server$grant$, current_schema());
END $$;
GRANT SELECT ON __diesel_schema_migrations, schema_releases, admins, pending_deletions TO agency_server;
GRANT UPDATE (password_hash, password_printed_at, second_factor_at) ON admins TO agency_server; -- By their owners.
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes, refresh_tokens, attempt_windows,
    idempotency_keys TO agency_server;
GRANT SELECT, INSERT (kind, slug, full_name, name_key, email, email_key, state, version, spam_reasons, text_hash, words,
    words_version, channel, landing, referrer, utm_source, utm_medium, utm_campaign) ON submissions TO agency_server;
GRANT UPDATE (state, state_since, assigned_to, version, first_action_at, words, name_key, email_key, words_version) ON submissions
    TO agency_server;
GRANT SELECT, INSERT ON stored_forms, cv_chunks TO agency_server;
GRANT SELECT, INSERT, UPDATE ON list_counts TO agency_server; -- For the trigger that counts.
GRANT SELECT, INSERT (submission_id, by, action, from_state, to_state, from_admin, to_admin, admin_id, from_admin_id,
    to_admin_id, from_since, text) ON history TO agency_server; -- Never changed.
GRANT SELECT, INSERT (admin_id, account, event) ON account_events TO agency_server; -- Never changed.
GRANT SELECT, INSERT (list, by), UPDATE (rows, ended_at) ON exports TO agency_server; -- An export's end is added.
GRANT SELECT, INSERT, DELETE ON deliveries TO agency_server; -- Told webhooks are deleted after a week.
GRANT UPDATE (state, held, message, due_at, tries, failures, failing_since, answer, sent_at) ON deliveries
    TO agency_server;
