CREATE TABLE consultations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL CONSTRAINT consultations_slug_key UNIQUE,
    full_name text NOT NULL,
    -- What names are sorted by, computed by the rules; "C" compares it bytewise.
    name_key text COLLATE "C" NOT NULL,
    email text NOT NULL,
    referral text,
    message text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT consultations_slug_format CHECK (slug ~ '^[0-9a-f]{32}$'),
    CONSTRAINT consultations_full_name_length CHECK (char_length(full_name) BETWEEN 3 AND 200),
    CONSTRAINT consultations_email_length CHECK (char_length(email) BETWEEN 1 AND 254),
    CONSTRAINT consultations_referral_length CHECK (char_length(referral) BETWEEN 2 AND 200),
    CONSTRAINT consultations_message_length CHECK (char_length(message) BETWEEN 10 AND 10000)
);

CREATE INDEX consultations_created_at_idx ON consultations (created_at, id);
CREATE INDEX consultations_name_key_idx ON consultations (name_key, id);
