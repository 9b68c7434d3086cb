//! The contact form: what is accepted is accepted again as stored, what is refused is refused in order.
#![no_main]

use agency_core::contact::{ContactForm, RULES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: [&str; 4]| {
    let [message, full_name, email, referral] = texts.map(Into::into);
    let form = ContactForm { message, full_name, email, referral };
    let expected =
        RULES.iter().zip(texts).filter_map(|(rule, text)| Some((rule.name, rule.check(text).err()?)));
    let found = form.check();
    assert!(found.iter().map(|error| (error.field, error.message)).eq(expected));
    if let Ok(stored) = form.accept() {
        assert!(found.is_empty());
        assert_eq!(stored.accept().as_ref(), Ok(&stored));
    }
});
