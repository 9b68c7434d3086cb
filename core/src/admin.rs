//! What an admin is called. Each may be empty; an address is judged like that of the contact form.

use crate::{
    contact,
    rule::{Kind, Limit, TextRule},
    sentence::sentence,
};

/// The longest first or last name, in characters.
const NAME_MAX: usize = 150;

/// The first name.
pub const FIRST_NAME: TextRule = TextRule {
    name: "first_name",
    kind: Kind::Line,
    required: None,
    min: None,
    max: Limit {
        chars: NAME_MAX,
        message: sentence!("First name must not exceed {number} characters", NAME_MAX),
    },
    control: "First name contains characters that cannot be used",
    pattern: "",
};

/// The last name.
pub const LAST_NAME: TextRule = TextRule {
    name: "last_name",
    max: Limit {
        chars: NAME_MAX,
        message: sentence!("Last name must not exceed {number} characters", NAME_MAX),
    },
    control: "Last name contains characters that cannot be used",
    ..FIRST_NAME
};

/// The e-mail address.
pub const EMAIL: TextRule = TextRule { required: None, ..contact::RULES.email };
