use chrono::DateTime;

use super::{AGENCY, find_step, setup_response};

/// RFC 6238, appendix B: the last six of its eight digits.
#[test]
fn accepts_codes_of_the_standard() {
    let secret = b"12345678901234567890";
    for (seconds, code) in
        [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")]
    {
        let now = DateTime::from_timestamp(seconds, 0).unwrap();
        assert_eq!(find_step(secret, code, now).unwrap(), Some(seconds / 30), "{seconds}");
    }
}

#[test]
fn accepts_code_one_step_early_or_late() {
    let secret = b"12345678901234567890";
    // The code of the step from 30 to 59 seconds.
    for (seconds, good) in [(0, true), (29, true), (59, true), (60, true), (89, true), (90, false)] {
        let now = DateTime::from_timestamp(seconds, 0).unwrap();
        assert_eq!(find_step(secret, "287082", now).unwrap(), good.then_some(1), "{seconds}");
    }
}

#[test]
fn draws_qr_code_for_any_username() {
    let long = "ы".repeat(150);
    for username in ["ada", "a:da", long.as_str()] {
        let setup = setup_response(b"12345678901234567890", username, None, String::new()).unwrap();
        assert_eq!(setup.secret, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert!(setup.uri.starts_with("otpauth://totp/"), "{}", setup.uri);
        assert!(setup.uri.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), "{}", setup.uri);
        // Three corners have a dark border of seven modules.
        assert!(setup.qr.path.starts_with("M0 0h1v1h-1zM1 0h1v1h-1z") && setup.qr.side >= 21);
    }
}

#[test]
fn names_agency_and_host_to_the_app() {
    for (host, issuer) in [
        (None, "Brazoswright"),
        (Some("www.agency.example"), "Brazoswright%20%28www.agency.example%29"),
        (Some("staging.agency.example"), "Brazoswright%20%28staging.agency.example%29"),
        (Some("[::1]"), "Brazoswright%20%28%5B%20%201%5D%29"),
    ] {
        let setup = setup_response(b"12345678901234567890", "ada", host, String::new()).unwrap();
        assert!(setup.uri.starts_with(&format!("otpauth://totp/{issuer}:ada?")), "{}", setup.uri);
        assert!(setup.uri.contains(&format!("issuer={issuer}")), "{}", setup.uri);
    }
    let site = include_str!("../../../../../web/src/content/site.ts");
    assert!(site.contains(&format!("name: \"{AGENCY}\"")), "the site has another name");
}
