-- The first answer to a keyed request, given again when the request is repeated.
CREATE TABLE idempotency_keys (
    key text PRIMARY KEY,
    content_hash bytea NOT NULL,
    slug text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
