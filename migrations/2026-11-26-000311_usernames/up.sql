-- One release apart: only `agency-server admin` creates accounts, and it reports a name that is taken.
CREATE UNIQUE INDEX admins_username_key_idx ON admins (username_key);
