//! The tables as Diesel sees them.

diesel::table! {
    admins (id) {
        id -> Int8,
        username -> Text,
        password_hash -> Text,
        first_name -> Text,
        last_name -> Text,
        email -> Text,
        created_at -> Timestamptz,
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
    list_totals (list) {
        list -> Text,
        rows -> Int8,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Bytea,
        family -> Bytea,
        admin_id -> Int8,
        expires_at -> Timestamptz,
        spent_at -> Nullable<Timestamptz>,
    }
}

diesel::joinable!(refresh_tokens -> admins (admin_id));
diesel::allow_tables_to_appear_in_same_query!(
    admins,
    attempts,
    consultations,
    idempotency_keys,
    refresh_tokens
);
