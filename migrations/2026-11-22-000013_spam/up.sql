-- What is set aside as spam when it comes: why, and by what the same text is known when it comes from several addresses.

-- Has a list's table keep why its records began as spam, from now on. Servers of the release before write records with no
-- reasons, which are new. No constraint names the reasons: those of the next release are stored while this one's instances
-- still serve, and are left out by them.
CREATE FUNCTION spam_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I ADD spam_reasons text[] NOT NULL DEFAULT ''{}''', in_list);
END $$;

SELECT spam_attach('consultations');
SELECT spam_attach('applications');

-- Who has sent which text lately, both as keyed hashes: neither a text nor an address is stored. Nothing of it is
-- unique, so that no form waits for another; the sweep looks through it in pieces.
CREATE TABLE text_fingerprints (
    text_hash bytea NOT NULL,
    sender_hash bytea NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX text_fingerprints_text_idx ON text_fingerprints (text_hash, sender_hash, seen_at);

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000013', '20261121000009');
