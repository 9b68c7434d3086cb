-- Tests insert accounts with names in lower case, or set the key themselves.
CREATE FUNCTION set_username_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.username_key := coalesce(NEW.username_key, lower(NEW.username));
    RETURN NEW;
END $$;

CREATE TRIGGER set_username_key BEFORE INSERT ON admins FOR EACH ROW EXECUTE FUNCTION set_username_key();

-- Adds one submission, for tests that need many rows or old rows. `TestApp::reindex` adds its words.
CREATE FUNCTION add_submission(
    kind text, full_name text, email text, created_at timestamptz, state text, name_key text, state_since timestamptz
) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key, created_at, state, state_since)
    VALUES (kind, md5(gen_random_uuid()::text), full_name, coalesce(name_key, lower(full_name)), email, lower(email),
        created_at, state, coalesce(state_since, created_at))
    RETURNING id
$$;

CREATE FUNCTION add_consultation(
    full_name text DEFAULT 'Ada Lovelace', email text DEFAULT 'ada@mail.example',
    message text DEFAULT 'We need a shop.', referral text DEFAULT NULL, created_at timestamptz DEFAULT now(),
    state text DEFAULT 'new',
    name_key text DEFAULT NULL, state_since timestamptz DEFAULT NULL
) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO consultations (id, referral, message)
    VALUES (add_submission('consultations', full_name, email, created_at, state, name_key, state_since),
        referral, message)
    RETURNING id
$$;

CREATE FUNCTION add_application(
    full_name text DEFAULT 'Ada Lovelace', email text DEFAULT 'ada@mail.example',
    cover_letter text DEFAULT 'I have built analytical engines for years.', job_title text DEFAULT 'Software Engineer',
    cv_name text DEFAULT 'cv.pdf', created_at timestamptz DEFAULT now(), state text DEFAULT 'new',
    name_key text DEFAULT NULL, state_since timestamptz DEFAULT NULL
) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO applications (id, job_title, cover_letter, cv_name, cv_type, cv_size)
    VALUES (add_submission('applications', full_name, email, created_at, state, name_key, state_since),
        job_title, cover_letter, cv_name, 'pdf', 4)
    RETURNING id
$$;
