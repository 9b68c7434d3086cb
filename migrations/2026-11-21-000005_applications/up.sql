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
    cv_size integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT applications_slug_format CHECK (slug ~ '^[0-9a-f]{32}$'),
    CONSTRAINT applications_job_title_length CHECK (char_length(job_title) BETWEEN 1 AND 200),
    CONSTRAINT applications_full_name_length CHECK (char_length(full_name) BETWEEN 3 AND 200),
    CONSTRAINT applications_email_length CHECK (char_length(email) BETWEEN 1 AND 254),
    CONSTRAINT applications_cover_letter_length CHECK (char_length(cover_letter) BETWEEN 20 AND 1000),
    CONSTRAINT applications_cv_name_length CHECK (char_length(cv_name) BETWEEN 1 AND 100),
    CONSTRAINT applications_cv_type_known CHECK (cv_type IN ('pdf', 'doc', 'docx')),
    CONSTRAINT applications_cv_size_limit CHECK (cv_size BETWEEN 1 AND 5242879)
);

CREATE INDEX applications_created_at_idx ON applications (created_at, id);
CREATE INDEX applications_name_key_idx ON applications (name_key, id);

-- A CV's bytes, in pieces: neither writing nor reading one takes the memory of the whole.
CREATE TABLE cv_chunks (
    application_id bigint NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
    position integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (application_id, position)
);

-- The files are compressed already.
ALTER TABLE cv_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
