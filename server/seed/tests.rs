use agency_core::{
    application::{self, ApplicationForm},
    attachment::{Attachment, CvType},
    contact::ContactForm,
    spam::SpamReason,
    work::RecordState,
};
use chrono::Utc;
use serde::Deserialize as _;
use serde_json::json;

use super::{spam_signals::SpamSignals, submissions::Writer};

#[test]
fn generates_submissions_that_the_rules_accept() {
    let mut writer = Writer::new(7);
    for nth in 0..5_000 {
        let state = if nth % 5 == 0 { RecordState::Spam } else { RecordState::New };
        let row = writer.consultation(Utc::now(), state);
        let signals =
            SpamSignals::from_texts(&row.full_name, &[&row.message, row.referral.unwrap_or_default()]);
        let reasons = row.spam_reasons.split(',').filter_map(SpamReason::parse).count();
        if state == RecordState::Spam {
            assert!(reasons > 0);
        } else {
            assert_eq!((signals.score(), reasons), (0, 0));
        }
        let form = ContactForm::deserialize(json!({
            "message": row.message,
            "full_name": row.full_name,
            "email": row.email,
            "referral": row.referral,
        }))
        .unwrap();
        assert_eq!(form.accept().unwrap(), form);

        let row = writer.application(Utc::now(), state);
        let form = ApplicationForm::deserialize(json!({
            "job_title": row.job_title,
            "full_name": row.full_name,
            "email": row.email,
            "cover_letter": row.cover_letter,
        }))
        .unwrap();
        let cv = Attachment { name: "cv.pdf", size: row.cv.len() as u64, head: &row.cv };
        assert_eq!(application::RULES.cv.check(Some(cv)), Ok(CvType::Pdf));
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
