CREATE TABLE admins (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CONSTRAINT admins_username_key UNIQUE,
    -- An argon2id hash in PHC form.
    password_hash text NOT NULL,
    first_name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    email text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT admins_username_length CHECK (char_length(username) BETWEEN 1 AND 150)
);

-- A sign-in starts a family; every refresh spends one token of it and adds the next.
CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY,
    family bytea NOT NULL,
    admin_id bigint NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    spent_at timestamptz
);

CREATE INDEX refresh_tokens_family_idx ON refresh_tokens (family);
CREATE INDEX refresh_tokens_admin_id_idx ON refresh_tokens (admin_id);
