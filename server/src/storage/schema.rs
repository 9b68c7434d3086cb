//! The tables as Diesel sees them. Written by `make schema`.

diesel::table! {
    account_events (id) {
        id -> Int8,
        at -> Timestamptz,
        admin_id -> Int8,
        account -> Text,
        event -> Text,
        by -> Nullable<Text>,
        browser -> Text,
    }
}

diesel::table! {
    admins (id) {
        id -> Int8,
        username -> Text,
        password_hash -> Text,
        first_name -> Text,
        last_name -> Text,
        email -> Text,
        created_at -> Timestamptz,
        password_printed_at -> Nullable<Timestamptz>,
        second_factor_at -> Nullable<Timestamptz>,
        username_key -> Text,
    }
}

diesel::table! {
    applications (id) {
        id -> Int8,
        job_title -> Text,
        cover_letter -> Text,
        cv_name -> Text,
        cv_type -> Text,
        cv_size -> Int4,
    }
}

diesel::table! {
    attempt_windows (subject) {
        subject -> Bytea,
        made_at -> Array<Nullable<Timestamptz>>,
    }
}

diesel::table! {
    consultations (id) {
        id -> Int8,
        referral -> Nullable<Text>,
        message -> Text,
    }
}

diesel::table! {
    cv_chunks (submission_id, position) {
        submission_id -> Int8,
        position -> Int4,
        bytes -> Bytea,
    }
}

diesel::table! {
    deliveries (id) {
        id -> Int8,
        transport -> Text,
        slug -> Text,
        submission_id -> Nullable<Int8>,
        purpose -> Text,
        recipient -> Nullable<Text>,
        message_id -> Text,
        message -> Nullable<Text>,
        state -> Text,
        held -> Bool,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        tries -> Int4,
        failures -> Int4,
        failing_since -> Nullable<Timestamptz>,
        answer -> Nullable<Text>,
        sent_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    exports (id) {
        id -> Int8,
        list -> Text,
        at -> Timestamptz,
        by -> Text,
        rows -> Nullable<Int8>,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    history (id) {
        id -> Int8,
        submission_id -> Int8,
        at -> Timestamptz,
        by -> Nullable<Text>,
        action -> Text,
        from_state -> Text,
        to_state -> Text,
        from_admin -> Nullable<Text>,
        to_admin -> Nullable<Text>,
        admin_id -> Nullable<Int8>,
        from_admin_id -> Nullable<Int8>,
        from_since -> Nullable<Timestamptz>,
        text -> Nullable<Text>,
        to_admin_id -> Nullable<Int8>,
    }
}

diesel::table! {
    idempotency_keys (key) {
        key -> Text,
        content_hash -> Bytea,
        submission_id -> Int8,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    list_counts (kind, state, shard) {
        kind -> Text,
        state -> Text,
        shard -> Int2,
        count -> Int8,
    }
}

diesel::table! {
    pending_deletions (kind) {
        kind -> Text,
        waiting -> Int8,
    }
}

diesel::table! {
    recovery_codes (id) {
        id -> Int8,
        admin_id -> Int8,
        code_hash -> Text,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Bytea,
        family -> Bytea,
        admin_id -> Int8,
        expires_at -> Timestamptz,
        spent_at -> Nullable<Timestamptz>,
        begun_at -> Timestamptz,
        issued_at -> Timestamptz,
        browser -> Text,
        parent_hash -> Nullable<Bytea>,
    }
}

diesel::table! {
    schema_releases (newest_migration) {
        newest_migration -> Text,
        oldest_server -> Text,
    }
}

diesel::table! {
    second_factors (admin_id) {
        admin_id -> Int8,
        secret -> Bytea,
        last_step -> Int8,
    }
}

diesel::table! {
    submissions (id) {
        id -> Int8,
        kind -> Text,
        slug -> Text,
        full_name -> Text,
        name_key -> Text,
        email -> Text,
        email_key -> Text,
        created_at -> Timestamptz,
        state -> Text,
        state_since -> Timestamptz,
        assigned_to -> Nullable<Int8>,
        version -> Int4,
        spam_reasons -> Array<Nullable<Text>>,
        text_hash -> Nullable<Bytea>,
        words -> diesel_full_text_search::TsVector,
        words_version -> Int2,
        channel -> Text,
        landing -> Nullable<Text>,
        referrer -> Nullable<Text>,
        utm_source -> Nullable<Text>,
        utm_medium -> Nullable<Text>,
        utm_campaign -> Nullable<Text>,
        first_action_at -> Nullable<Timestamptz>,
    }
}

diesel::joinable!(applications -> submissions (id));
diesel::joinable!(consultations -> submissions (id));
diesel::joinable!(cv_chunks -> submissions (submission_id));
diesel::joinable!(deliveries -> submissions (submission_id));
diesel::joinable!(history -> submissions (submission_id));
diesel::joinable!(idempotency_keys -> submissions (submission_id));
diesel::joinable!(recovery_codes -> second_factors (admin_id));
diesel::joinable!(refresh_tokens -> admins (admin_id));
diesel::joinable!(second_factors -> admins (admin_id));
diesel::joinable!(submissions -> admins (assigned_to));
diesel::allow_tables_to_appear_in_same_query!(
    account_events,
    admins,
    applications,
    attempt_windows,
    consultations,
    cv_chunks,
    deliveries,
    exports,
    history,
    idempotency_keys,
    list_counts,
    pending_deletions,
    recovery_codes,
    refresh_tokens,
    schema_releases,
    second_factors,
    submissions
);
