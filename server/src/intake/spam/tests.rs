//! Tests of the spam score on corpora, and of forms that are stored as spam.

mod corpora;
mod storing;
