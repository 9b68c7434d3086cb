-- What its owner is shown of a sign-in. Servers of the release before leave the beginning and the browser out.
ALTER TABLE refresh_tokens
    ADD begun_at timestamptz,
    ADD issued_at timestamptz NOT NULL DEFAULT now(),
    ADD browser text NOT NULL DEFAULT '';

-- Since when a password that the command printed is there; none once its owner has chosen another. Those of today begin
-- with this migration, and those of a command of the release before when that creates the account.
ALTER TABLE admins ADD password_printed_at timestamptz DEFAULT now();

-- Since when signing in asks for a second factor; none where it does not.
ALTER TABLE admins ADD second_factor_at timestamptz;

-- The secret that an admin's app has too, from the moment it is shown. It stands as it is, because codes are computed
-- from it. No code of the last step that was used, or of one before it, is taken.
CREATE TABLE second_factors (
    admin_id bigint PRIMARY KEY REFERENCES admins ON DELETE CASCADE,
    secret bytea NOT NULL,
    last_step bigint NOT NULL DEFAULT 0
);

-- Each is good once, for whoever has lost the app.
CREATE TABLE recovery_codes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    admin_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    code_hash text NOT NULL,
    used_at timestamptz
);

CREATE INDEX recovery_codes_admin_id_idx ON recovery_codes (admin_id);

-- What happened to accounts, whoever did it: nothing of it is changed or deleted. The name stays as it was then.
CREATE TABLE account_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    admin_id bigint NOT NULL,
    account text NOT NULL,
    event text NOT NULL,
    CONSTRAINT account_events_event_known CHECK (event IN (
        'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
        'other sign-ins ended', 'second factor on', 'second factor off', 'recovery code used', 'recovery codes made'))
);

CREATE INDEX account_events_admin_id_idx ON account_events (admin_id, id);

-- Written by the database, so that no way to change an account leaves it out.
CREATE FUNCTION account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (OLD.id, OLD.username, 'removed');
        RETURN NULL;
    END IF;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username, 'created');
        RETURN NULL;
    END IF;
    IF NEW.password_hash <> OLD.password_hash THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username,
            CASE WHEN NEW.password_printed_at IS NULL THEN 'password changed' ELSE 'password printed' END);
    END IF;
    IF (NEW.username, NEW.first_name, NEW.last_name, NEW.email)
        <> (OLD.username, OLD.first_name, OLD.last_name, OLD.email) THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username, 'profile changed');
    END IF;
    IF (NEW.second_factor_at IS NULL) <> (OLD.second_factor_at IS NULL) THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username,
            CASE WHEN NEW.second_factor_at IS NULL THEN 'second factor off' ELSE 'second factor on' END);
    END IF;
    RETURN NULL;
END $$;

-- One release apart: the word DELETE only names what the trigger notes; it takes nothing away.
CREATE TRIGGER admins_history AFTER INSERT OR UPDATE OR DELETE ON admins
    FOR EACH ROW EXECUTE FUNCTION account_changed();

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000012', '20261121000009');
