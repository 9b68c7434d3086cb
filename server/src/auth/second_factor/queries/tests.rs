use agency_core::second_factor::Code;

use super::{format_code, random_code};

#[test]
fn reads_code_as_formatted() {
    for _ in 0..100 {
        let code = random_code();
        assert_eq!(Code::parse(&format_code(&code)), Some(Code::Recovery(code)));
    }
}
