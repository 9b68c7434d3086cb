-- A wrong code after the right password is an event of the account.
-- One release apart: the constraint is replaced by a wider one, so servers of the release before write what they did.
ALTER TABLE account_events DROP CONSTRAINT account_events_event_known;
-- One release apart: it allows all that the former one did.
ALTER TABLE account_events ADD CONSTRAINT account_events_event_known CHECK (event IN (
    'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
    'other sign-ins ended', 'second factor on', 'second factor off', 'recovery code used', 'recovery codes made',
    'second factor refused'));

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261123000021', '20261121000009');
