CREATE TABLE applications (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL CONSTRAINT applications_slug_key UNIQUE,
    job_title text NOT NULL,
    full_name text NOT NULL,
    -- What names are sorted by, computed by the rules; "C" compares it bytewise.
    name_key text COLLATE "C" NOT NULL,
    email text NOT NULL,
    cover_letter text NOT NULL,
    cv_name text NOT NULL,
    cv_type text NOT NULL,
    cv_size bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX applications_created_at_idx ON applications (created_at, id);
CREATE INDEX applications_name_key_idx ON applications (name_key, id);

CREATE TABLE cv_chunks (
    application_id bigint NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
    position int NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (application_id, position)
);
