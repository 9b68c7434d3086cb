-- One release apart: servers never create accounts, and the older command does so by hand.
CREATE UNIQUE INDEX admins_username_key_idx ON admins (username_key);
