-- By whom something happened to an account: its owner, from the browser named here in words, or the command. Whoever
-- changes an account says so for the transaction, and what is added in it gets it by itself, also where a trigger adds it.
-- Unknown of what is changed by hand, by a server of the release before, and of all that happened until today.
ALTER TABLE account_events
    ADD by text DEFAULT nullif(current_setting('agency.by', true), '') CHECK (by IN ('owner', 'command')),
    ADD browser text NOT NULL DEFAULT coalesce(current_setting('agency.browser', true), '');

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000016', '20261121000009');
