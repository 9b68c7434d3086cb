use agency_core::{
    application::{self, ApplicationForm},
    attachment::{Attachment, CvType},
    contact::ContactForm,
};
use chrono::Utc;

use super::{fill, submissions::Writer};
use crate::testing::app::TestApp;

#[test]
fn submissions_are_accepted_as_they_are() {
    let mut writer = Writer::new(7);
    for _ in 0..5_000 {
        let row = writer.consultation(Utc::now());
        let form = ContactForm {
            message: row.message.into(),
            full_name: row.full_name.into(),
            email: row.email.into(),
            referral: row.referral.unwrap_or_default().into(),
        };
        assert_eq!(form.accept().unwrap(), form);

        let row = writer.application(Utc::now());
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
        (0..50).map(|_| writer.consultation(Utc::now()).full_name).collect::<Vec<_>>()
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
    }
}
