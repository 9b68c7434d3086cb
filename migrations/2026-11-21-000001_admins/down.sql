DROP TABLE refresh_tokens;
DROP TABLE admins;
