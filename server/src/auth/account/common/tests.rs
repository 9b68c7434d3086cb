use super::{COMMON, fold, is_common, is_easily_guessed};

#[test]
fn recognizes_common_passwords() {
    for password in [
        "zaq1xsw2cde3",
        "Zaq1XSW2cde3",
        "password2026",
        "Password2026!",
        "!!liverpool1892!!",
        "123456789012",
        "aaaaaaaaaaaa",
        "qweqweqweqwe",
        "ab1ab1ab1ab1",
        "password password",
        "letmein letmein",
        "P@ssw0rd P@ssw0rd",
        "admin admin admin",
        "p a s s w o r d 2 0 2 6",
        "pass word\u{a0}2026",
        "ｐａｓｓｗｏｒｄ　２０２６",
        "abcdefghijklmnop abcdefghijklmnop",
        "            ",
    ] {
        assert!(is_common(&fold(password)), "{password}");
    }
    assert!(is_common(&"abc".repeat(341)));
    for password in [
        "plenty of ink and paper",
        "correct horse battery staple",
        "password of the brazos",
        "жили-были дед да баба",
    ] {
        assert!(!is_common(&fold(password)), "{password}");
    }
}

#[test]
fn rejects_passwords_of_context_words() {
    let host = Some("www.riverbank.example");
    for password in [
        "eve123456789",
        "Eve-password1",
        "brazoswright",
        "Brazoswright1!",
        "eve@brazoswright",
        "riverbank2026!",
        "www.riverbank.example",
        "RiverbankPassword",
        "e v e 1 2 3 4 5 6 7",
        "brazos wright",
        "B r a z o s w r i g h t 1",
        "river bank 2026!",
        "www . riverbank . example",
        "Ｅｖｅ password 1",
    ] {
        assert!(is_easily_guessed(password, "Eve", host), "{password}");
    }
    for password in ["evening at the river", "brazoswright has plenty of ink", "riverbank, tall reeds"] {
        assert!(!is_easily_guessed(password, "Eve", host), "{password}");
    }
    assert!(!is_easily_guessed("riverbank2026!", "eve", None));
}

#[test]
fn common_passwords_are_normalized() {
    assert!(COMMON.len() > 10_000);
    assert!(
        COMMON.iter().all(|word| word.to_lowercase() == *word && word.trim() == *word && word.len() >= 4)
    );
    assert!(COMMON.iter().filter(|word| word.len() >= 12).count() > 300);
}
