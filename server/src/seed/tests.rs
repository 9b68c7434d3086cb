use agency_core::{
    application::{self, ApplicationForm},
    attachment::{Attachment, CvType},
    contact::ContactForm,
    search::TOKENISER,
    spam::{Facts, SpamReason},
    work::RecordState,
};
use chrono::Utc;

use super::{fill, submissions::Writer};
use crate::testing::{app::TestApp, rows::assert_counts_are_exact};

#[test]
fn generates_submissions_that_the_rules_accept() {
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
fn generates_the_same_submissions_from_the_same_seed() {
    let names = |seed| {
        let mut writer = Writer::new(seed);
        (0..50).map(|_| writer.consultation(Utc::now(), RecordState::New).full_name).collect::<Vec<_>>()
    };
    assert_eq!(names(1), names(1));
    assert_ne!(names(1), names(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn adds_the_requested_number_each_time() {
    let app = TestApp::start().await;
    for round in 1..=2 {
        fill(app.pool(), 5_025, 1).await.unwrap();
        assert_eq!(app.rows("consultations").await, round * 5_025);
        assert_eq!(app.rows("applications").await, round * 503);
        assert_eq!(app.rows("cv_chunks").await, round * 503);
        assert_eq!(app.rows("submissions").await, round * 5_528);
        let indexed = format!("submissions WHERE words_version = {TOKENISER} AND words <> ''");
        assert_eq!(app.rows(&indexed).await, round * 5_528);
    }
    assert_counts_are_exact(&mut app.pool().get().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adds_records_in_every_state_with_matching_histories() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    fill(app.pool(), 3_000, 1).await.unwrap();
    for kind in ["consultations", "applications"] {
        let of_kind = format!("submissions AS s WHERE kind = '{kind}'");
        let history = format!("history JOIN submissions AS s ON s.id = submission_id WHERE kind = '{kind}'");
        for state in RecordState::ALL {
            assert!(app.rows(&format!("{of_kind} AND state = '{}'", state.as_str())).await > 5, "{state:?}");
        }
        assert!(app.rows(&format!("{of_kind} AND assigned_to IS NOT NULL")).await > 10);
        assert!(app.rows(&format!("{history} AND text IS NOT NULL")).await > 10);
        let unexplained = format!(
            "{of_kind} AND state = 'spam' AND spam_reasons = '{{}}' AND NOT EXISTS ( \
             SELECT FROM history WHERE submission_id = s.id AND by IS NOT NULL)"
        );
        assert_eq!(app.rows(&unexplained).await, 0, "{kind}");
        assert!(app.rows(&format!("{of_kind} AND spam_reasons <> '{{}}'")).await > 5, "{kind}");
    }
    let torn = "submissions AS s JOIN LATERAL ( \
                    SELECT count(*), (array_agg(to_state ORDER BY id DESC))[1] AS last, \
                        max(at) FILTER (WHERE from_state <> to_state) AS moved \
                    FROM history WHERE submission_id = s.id \
                ) AS events ON true \
                WHERE version <> 1 + events.count OR events.last <> state OR events.moved <> state_since";
    assert_eq!(app.rows(torn).await, 0);
    assert_eq!(app.rows("history WHERE at > now()").await, 0);
}
