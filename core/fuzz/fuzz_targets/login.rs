//! The login form: the password is taken as typed.
#![no_main]

use agency_core::login::{LoginForm, RULES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: [&str; 2]| {
    let [username, password] = texts.map(Into::into);
    let form = LoginForm { username, password };
    let expected =
        RULES.iter().zip(texts).filter_map(|(rule, text)| Some((rule.name, rule.check(text).err()?)));
    assert!(form.check().iter().map(|error| (error.field, error.message)).eq(expected));
    if let Ok(read) = form.accept() {
        assert_eq!(read.password, texts[1]);
        assert_eq!(read.username, texts[0].trim_matches(agency_core::white_space::is_white_space));
    }
});
