use agency_core::{
    application::{self, ApplicationForm},
    attachment::{Attachment, CvType},
    contact::ContactForm,
    spam::{Facts, SpamReason},
    work::RecordState,
};
use chrono::Utc;

use super::{fill, submissions::Writer};
use crate::testing::app::TestApp;

#[test]
fn submissions_are_accepted_as_they_are() {
    let mut writer = Writer::new(7);
    for nth in 0..5_000 {
        let state = if nth % 5 == 0 { RecordState::Spam } else { RecordState::New };
        let row = writer.consultation(Utc::now(), state);
        let facts = Facts::of(&row.full_name, &[&row.message, row.referral.unwrap_or_default()]);
        let reasons = row.spam_reasons.split(',').filter_map(SpamReason::parse).count();
        if state == RecordState::Spam {
            assert!(reasons > 0);
        } else {
            assert_eq!((facts.score(), reasons), (0, 0));
        }
        let form = ContactForm {
            message: row.message.into(),
            full_name: row.full_name.into(),
            email: row.email.into(),
            referral: row.referral.unwrap_or_default().into(),
        };
        assert_eq!(form.accept().unwrap(), form);

        let row = writer.application(Utc::now(), state);
        let form = ApplicationForm {
            job_title: row.job_title.into(),
            full_name: row.full_name.into(),
            email: row.email.into(),
            cover_letter: row.cover_letter.into(),
        };
        let cv = Attachment { name: "cv.pdf", size: row.cv.len() as u64, head: &row.cv };
        assert_eq!(application::RULES.cv.judge(Some(cv)), Ok(CvType::Pdf));
        assert_eq!(form.accept(Ok(())).unwrap(), form);
    }
}

#[test]
fn a_seed_decides_the_submissions() {
    let names = |seed| {
        let mut writer = Writer::new(seed);
        (0..50).map(|_| writer.consultation(Utc::now(), RecordState::New).full_name).collect::<Vec<_>>()
    };
    assert_eq!(names(1), names(1));
    assert_ne!(names(1), names(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_for_is_added_each_time() {
    let app = TestApp::start().await;
    for round in 1..=2 {
        fill(app.pool(), 5_025, 1).await.unwrap();
        assert_eq!(app.rows("consultations").await, round * 5_025);
        assert_eq!(app.rows("applications").await, round * 503);
        assert_eq!(app.rows("cv_chunks").await, round * 503);
        assert_eq!(app.rows("list_changes").await, 0);
        assert_eq!(app.rows("consultations_words").await, round * 5_025);
        assert_eq!(app.rows("words_progress WHERE NOT is_complete").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_records_in_every_state_with_notes_and_histories_that_are_theirs() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    fill(app.pool(), 3_000, 1).await.unwrap();
    for table in ["consultations", "applications"] {
        for state in RecordState::ALL {
            assert!(app.rows(&format!("{table} WHERE state = '{}'", state.as_str())).await > 5, "{state:?}");
        }
        assert!(app.rows(&format!("{table} WHERE assigned_to IS NOT NULL")).await > 10);
        assert!(app.rows(&format!("history WHERE kind = '{table}' AND text IS NOT NULL")).await > 10);
        let unexplained = format!(
            "{table} WHERE state = 'spam' AND spam_reasons = '{{}}' AND NOT EXISTS ( \
             SELECT FROM history WHERE kind = '{table}' AND record_id = {table}.id AND by IS NOT NULL)"
        );
        assert_eq!(app.rows(&unexplained).await, 0, "{table}");
        assert!(app.rows(&format!("{table} WHERE spam_reasons <> '{{}}'")).await > 5, "{table}");
        let torn = format!(
            "{table} AS r JOIN LATERAL (SELECT count(*), (array_agg(to_state ORDER BY id DESC))[1] AS last \
             FROM history WHERE kind = '{table}' AND record_id = r.id) AS told ON true \
             WHERE version <> 1 + told.count OR told.last <> state"
        );
        assert_eq!(app.rows(&torn).await, 0, "{table}");
    }
    assert_eq!(app.rows("history WHERE at > now()").await, 0);
}
