CREATE TABLE admins (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CONSTRAINT admins_username_key UNIQUE,
    -- An argon2id hash in PHC form.
    password_hash text NOT NULL,
    first_name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    email text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When a command printed the current password; null once the owner has chosen one.
    password_printed_at timestamptz DEFAULT now(),
    -- When two-factor authentication was turned on; null while it is off.
    second_factor_at timestamptz,
    CONSTRAINT admins_username_length CHECK (char_length(username) BETWEEN 1 AND 150)
);

-- Signing in starts a session (`family`); every refresh spends one token of it and adds the next.
CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY,
    family bytea NOT NULL,
    admin_id bigint NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    spent_at timestamptz,
    -- When the password was given.
    begun_at timestamptz NOT NULL DEFAULT now(),
    issued_at timestamptz NOT NULL DEFAULT now(),
    browser text NOT NULL DEFAULT ''
);

CREATE INDEX refresh_tokens_family_idx ON refresh_tokens (family);
CREATE INDEX refresh_tokens_admin_id_idx ON refresh_tokens (admin_id);

-- The TOTP secret, stored as it is because codes are computed from it. Codes of `last_step` and earlier are refused.
CREATE TABLE second_factors (
    admin_id bigint PRIMARY KEY REFERENCES admins ON DELETE CASCADE,
    secret bytea NOT NULL,
    last_step bigint NOT NULL DEFAULT 0
);

-- Each code works once.
CREATE TABLE recovery_codes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    admin_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    code_hash text NOT NULL,
    used_at timestamptz
);

CREATE INDEX recovery_codes_admin_id_idx ON recovery_codes (admin_id);

-- Account activity. Rows are never changed; the name stays as it was. The server sets `agency.by` and
-- `agency.browser` for the transaction that changes an account, so that rows written by the trigger carry them too.
CREATE TABLE account_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    admin_id bigint NOT NULL,
    account text NOT NULL,
    event text NOT NULL,
    by text DEFAULT nullif(current_setting('agency.by', true), '') CHECK (by IN ('owner', 'command')),
    browser text NOT NULL DEFAULT coalesce(current_setting('agency.browser', true), ''),
    CONSTRAINT account_events_event_known CHECK (event IN (
        'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
        'other sign-ins ended', 'second factor on', 'second factor off', 'second factor refused', 'recovery code used',
        'recovery codes made'))
);

CREATE INDEX account_events_admin_id_idx ON account_events (admin_id, id);

-- A trigger, so that no way to change an account leaves its event out.
CREATE FUNCTION record_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER record_account_event AFTER INSERT OR UPDATE OR DELETE ON admins
    FOR EACH ROW EXECUTE FUNCTION record_account_event();
