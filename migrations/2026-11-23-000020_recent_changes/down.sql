DELETE FROM schema_releases WHERE newest_migration = '20261123000020';
DO $$ DECLARE
    in_list text;
    kind text;
BEGIN
    FOREACH in_list IN ARRAY ARRAY['consultations', 'applications'] LOOP
        FOREACH kind IN ARRAY ARRAY['came', 'moved', 'went', 'truncated'] LOOP
            EXECUTE format('DROP TRIGGER %I ON %I', 'recent_changes_' || kind, in_list);
        END LOOP;
    END LOOP;
END $$;
DROP TABLE recent_changes;
DROP FUNCTION recent_changes_attach, recent_changes_truncated, recent_changes_added;
