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
    }
}

diesel::table! {
    applications (id) {
        id -> Int8,
        slug -> Text,
        job_title -> Text,
        full_name -> Text,
        name_key -> Text,
        email -> Text,
        cover_letter -> Text,
        cv_name -> Text,
        cv_type -> Text,
        cv_size -> Int4,
        created_at -> Timestamptz,
        state -> Text,
        assigned_to -> Nullable<Int8>,
        version -> Int4,
        spam_reasons -> Array<Nullable<Text>>,
        state_since -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    attempt_windows (subject) {
        subject -> Bytea,
        made_at -> Array<Nullable<Timestamptz>>,
    }
}

diesel::table! {
    attempts (id) {
        id -> Int8,
        subject -> Bytea,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    consultations (id) {
        id -> Int8,
        slug -> Text,
        full_name -> Text,
        name_key -> Text,
        email -> Text,
        referral -> Nullable<Text>,
        message -> Text,
        created_at -> Timestamptz,
        state -> Text,
        assigned_to -> Nullable<Int8>,
        version -> Int4,
        spam_reasons -> Array<Nullable<Text>>,
        state_since -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    cv_chunks (application_id, position) {
        application_id -> Int8,
        position -> Int4,
        bytes -> Bytea,
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
        kind -> Text,
        record_id -> Int8,
        at -> Timestamptz,
        by -> Nullable<Text>,
        action -> Text,
        from_state -> Text,
        to_state -> Text,
        from_admin -> Nullable<Text>,
        to_admin -> Nullable<Text>,
        text -> Nullable<Text>,
    }
}

diesel::table! {
    idempotency_keys (key) {
        key -> Text,
        content_hash -> Bytea,
        slug -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    list_buckets (id) {
        id -> Int8,
        list -> Text,
        sorted_by -> Text,
        created_at -> Timestamptz,
        name_key -> Text,
        row_id -> Int8,
        rows -> Int4,
    }
}

diesel::table! {
    mails (id) {
        id -> Int8,
        kind -> Text,
        record_id -> Int8,
        purpose -> Text,
        recipient -> Text,
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
        begun_at -> Nullable<Timestamptz>,
        issued_at -> Timestamptz,
        browser -> Text,
    }
}

diesel::table! {
    retention (list) {
        list -> Text,
        looked_at -> Timestamptz,
        kept_days -> Nullable<Int4>,
        spam_days -> Nullable<Int4>,
        waiting -> Int8,
    }
}

diesel::table! {
    schema_releases (newest_migration) {
        newest_migration -> Text,
        oldest_server -> Text,
    }
}

diesel::table! {
    search_progress (list) {
        list -> Text,
        tokeniser -> Int2,
        checked_to -> Int8,
        is_complete -> Bool,
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
    words_progress (list) {
        list -> Text,
        tokeniser -> Int2,
        checked_to -> Int8,
        is_complete -> Bool,
        losses -> Int8,
    }
}

diesel::joinable!(applications -> admins (assigned_to));
diesel::joinable!(consultations -> admins (assigned_to));
diesel::joinable!(cv_chunks -> applications (application_id));
diesel::joinable!(recovery_codes -> second_factors (admin_id));
diesel::joinable!(refresh_tokens -> admins (admin_id));
diesel::joinable!(second_factors -> admins (admin_id));
diesel::allow_tables_to_appear_in_same_query!(
    account_events,
    admins,
    applications,
    attempt_windows,
    attempts,
    consultations,
    cv_chunks,
    exports,
    history,
    idempotency_keys,
    list_buckets,
    mails,
    recovery_codes,
    refresh_tokens,
    retention,
    schema_releases,
    search_progress,
    second_factors,
    words_progress
);
