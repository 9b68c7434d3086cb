use super::{build_name, own_frames, redact_message};

#[test]
fn redacts_personal_data_in_message() {
    for (message, kept) in [
        (
            "Cannot read properties of undefined (reading 'history')",
            "Cannot read properties of undefined (reading 'history')",
        ),
        ("Can't find variable: rules", "Can't find variable: rules"),
        (
            "Unexpected token 'A', \"Ada Lovelace\" is not valid JSON",
            "Unexpected token 'A', … is not valid JSON",
        ),
        ("No ‘Ada King’ and “Ada” and `Ada`", "No … and … and …"),
        ("Broken: \"Ada never ends", "Broken: …"),
        ("From ada@lovelace.example, 832 555 0134567", "From … 832 555 …"),
        ("GET https://a.example/x failed for /list?q=ada", "GET … failed for …"),
        ("No record 4f8Zl3Tb9QkU7sXwYv1NaA here", "No record … here"),
        ("a\n  b\u{1b}[31m", "a b\u{1b}[31m"),
        ("", ""),
    ] {
        assert_eq!(redact_message(message), kept);
    }
    assert_eq!(redact_message(&"long ".repeat(100)).chars().count(), 200);
}

#[test]
fn keeps_frames_of_own_scripts() {
    let stack = "TypeError: no ada@lovelace.example\n\
        at View (https://a.example/assets/ListPage-BsqJf0_x.js:1:234)\n\
        at chrome-extension://abc/content.js:3:4\n\
        at https://a.example/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA:1:2\n\
        render@https://a.example/assets/vendor-C9GOdHk-.js:9:8\n\
        at x (/assets/with space.js:1:1)\nat x (/assets/a.js:ada)";
    assert_eq!(own_frames(stack), "ListPage-BsqJf0_x.js:1:234 vendor-C9GOdHk-.js:9:8");
    assert_eq!(own_frames(&"/assets/a.js:1:1\n".repeat(50)).split(' ').count(), 8);
}

#[test]
fn rejects_version_that_is_no_build_name() {
    assert_eq!(build_name("start-B7UpLS_F"), "start-B7UpLS_F");
    for other in ["", "Ada Lovelace", "ada@lovelace.example", &"a".repeat(65)] {
        assert_eq!(build_name(other), "unknown");
    }
}
