-- One release apart: the new constraint accepts all events of the former one.
ALTER TABLE account_events DROP CONSTRAINT account_events_event_known,
    ADD CONSTRAINT account_events_event_known CHECK (event IN (
        'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
        'other sign-ins ended', 'second factor on', 'second factor off', 'second factor refused', 'recovery code used',
        'recovery codes made', 'refresh token reused', 'session refreshed again'));
