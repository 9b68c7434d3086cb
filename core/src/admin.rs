//! What an admin is called. Each may be empty; an address is judged like that of the contact form.

use crate::{
    contact,
    messages::admin as say,
    rule::{Kind, Limit, TextRule},
};

/// The first name: up to 150 characters.
pub const FIRST_NAME: TextRule = TextRule {
    name: "first_name",
    kind: Kind::Line,
    required: None,
    min: None,
    max: Limit { chars: 150, message: say::FIRST_NAME_TOO_LONG },
    control: say::FIRST_NAME_CONTROL,
    pattern: "",
};

/// The last name: up to 150 characters.
pub const LAST_NAME: TextRule = TextRule {
    name: "last_name",
    max: Limit { chars: 150, message: say::LAST_NAME_TOO_LONG },
    control: say::LAST_NAME_CONTROL,
    ..FIRST_NAME
};

/// The e-mail address.
pub const EMAIL: TextRule = TextRule { required: None, ..contact::EMAIL };
