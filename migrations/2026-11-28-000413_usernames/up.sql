-- The server computes the keys of all usernames.
DROP TRIGGER set_username_key ON admins;
DROP FUNCTION set_username_key;
ALTER TABLE admins ALTER username_key SET NOT NULL;
