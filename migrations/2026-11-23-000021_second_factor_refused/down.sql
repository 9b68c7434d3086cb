DELETE FROM schema_releases WHERE newest_migration = '20261123000021';
DELETE FROM account_events WHERE event = 'second factor refused';
ALTER TABLE account_events DROP CONSTRAINT account_events_event_known;
ALTER TABLE account_events ADD CONSTRAINT account_events_event_known CHECK (event IN (
    'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
    'other sign-ins ended', 'second factor on', 'second factor off', 'recovery code used', 'recovery codes made'));
