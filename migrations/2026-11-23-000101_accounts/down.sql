DROP TABLE account_events, recovery_codes, second_factors, refresh_tokens, admins;
DROP FUNCTION record_account_event;
