//! The `form!` macro.

/// Declares a form: its name, its fields, and the kind, limits and error messages of each field.
///
/// ```
/// mod subscription {
///     agency_core::form! {
///         /// A subscriber.
///         pub struct SubscriptionForm, "subscription", stored in "subscriptions" as "Subscription" {
///             /// The subscriber's address.
///             email: Email {
///                 required: "Email is required",
///                 max: 254 => "Email must not exceed {number} characters",
///                 control: "Email contains characters that cannot be used",
///                 pattern: "Enter a valid email",
///             }
///
///             /// The subscriber's nickname (optional).
///             nickname: Line {
///                 min: 2 => "A nickname has at least two characters",
///                 max: 40 => "A nickname must not exceed {number} characters",
///                 control: "A nickname contains characters that cannot be used",
///             }
///         }
///         where {
///             nickname: differs_from email => "A nickname must not be your address",
///         }
///     }
///
///     fn differs_from(nickname: &str, email: &str) -> bool {
///         nickname != email
///     }
/// }
///
/// use subscription::SubscriptionForm;
///
/// let form = SubscriptionForm { email: " ada@mail.example ".into(), nickname: "Ada".into() };
/// assert_eq!(form.accept().unwrap().email, "ada@mail.example");
/// ```
///
/// # Syntax
///
/// | part | keys, in this order |
/// | --- | --- |
/// | text field | `required` (unless optional), `min` (optional), `max`, `control`, `pattern` (`Email` only) |
/// | `file`, after the text fields | `required`, `types`, `megabytes` |
/// | `where`, at the end | checks between two texts: `checked: function other => "message"` |
///
/// `{number}` in a message stands for the limit before it. A function in `where` receives both texts and returns whether
/// the first one is valid.
///
/// # Generated items
///
/// | item | purpose |
/// | --- | --- |
/// | the struct | `normalized`, `accept` and `check` |
/// | `RULES` | the rule of each field, by name |
/// | `STORED` | table and record names, with `stored in` only |
/// | `FORM` | the form [as data](crate::form::Form) |
///
/// Declare each form in a separate module, because these names are the same for every form. A declaration with a
/// mistake that [`TextRule::fault`](crate::form::rule::TextRule::fault) or
/// [`FileRule::fault`](crate::form::attachment::FileRule::fault) finds does not compile.
#[macro_export]
macro_rules! form {
    (
        $(#[$form_doc:meta])*
        pub struct $form:ident, $name:literal $(, stored in $table:literal as $record:literal)? {
            $(
                $(#[$text_doc:meta])*
                $text:ident: $kind:ident {
                    $(required: $required:literal,)?
                    $(min: $min:expr => $too_short:literal,)?
                    max: $max:expr => $too_long:literal,
                    control: $control:literal,
                    $(pattern: $pattern:literal,)?
                }
            )+
        }
        $(
            $(#[$file_doc:meta])*
            file $file:ident {
                required: $no_file:literal,
                types: [$($type:ident),+] => $wrong_type:literal,
                megabytes: $megabytes:expr => $too_large:literal,
            }
        )?
        $(
            where {
                $($checked:ident: $passes:ident $other:ident => $message:literal,)+
            }
        )?
    ) => {
        $(
            /// Table of accepted forms.
            pub const STORED: $crate::form::StoredForm = $crate::form::StoredForm {
                table: $table,
                record: $record,
                not_found: concat!($record, " not found"),
                thanks: concat!("/answers/", $table),
            };
        )?

        /// Rules of the form's fields, by field name.
        #[derive(Clone, Copy, Debug)]
        pub struct Rules {
            $($(#[$text_doc])* pub $text: $crate::form::rule::TextRule,)+
            $($(#[$file_doc])* pub $file: $crate::form::attachment::FileRule,)?
        }

        /// Rules of the form's fields.
        pub const RULES: Rules = Rules {
            $($text: $crate::form::rule::TextRule {
                name: stringify!($text),
                kind: $crate::form::rule::Kind::$kind,
                required: $crate::__optional!($($required)?),
                min: $crate::__optional!($($crate::form::rule::Limit {
                    chars: $min,
                    message: $crate::__numbered!($too_short, $min),
                })?),
                max: $crate::form::rule::Limit {
                    chars: $max,
                    message: $crate::__numbered!($too_long, $max),
                },
                control: $control,
                pattern: concat!($($pattern)?),
            },)+
            $($file: $crate::form::attachment::FileRule {
                name: stringify!($file),
                required: $no_file,
                types: &[$($crate::form::attachment::FileType::$type),+],
                wrong_type: $wrong_type,
                size_limit: $megabytes * $crate::form::attachment::MEGABYTE,
                too_large: $crate::__numbered!($too_large, $megabytes),
            },)?
        };

        #[allow(dead_code, non_upper_case_globals, reason = "evaluated only; the error names the field")]
        const _: () = {
            $(const $text: () = if let Some(fault) = RULES.$text.fault() { panic!("{}", fault) };)+
            $(const $file: () = if let Some(fault) = RULES.$file.fault() { panic!("{}", fault) };)?
            assert!($crate::form::is_name($name), "a form's name has small letters, digits and underscores only");
        };

        /// Form as data.
        pub static FORM: $crate::form::Form = $crate::form::Form {
            name: $name,
            type_name: stringify!($form),
            stored: $crate::__stored!($($table)?),
            texts: &[$(RULES.$text),+],
            cross_checked: &[$($(stringify!($checked)),+)?],
            file: $crate::__optional!($(RULES.$file)?),
            check: |mut texts, _file| {
                let form = $form { $($text: $crate::form::take_text(&mut texts)),+ };
                form.check($(RULES.$file.check(_file).map(drop))?)
            },
        };

        use $crate::form::text::null_as_empty;

        $(#[$form_doc])*
        ///
        /// Call [`accept`](Self::accept) to normalise and check it.
        #[derive(Clone, Default, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize, ::validator::Validate)]
        #[serde(default)]
        pub struct $form<'a> {
            $(
                $(#[$text_doc])*
                #[serde(deserialize_with = "null_as_empty")]
                #[validate(custom(function = $text))]
                pub $text: std::borrow::Cow<'a, str>,
            )+
        }

        /// Prints the type's name only, so that personal data never reaches a log.
        impl std::fmt::Debug for $form<'_> {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(stringify!($form))
            }
        }

        impl $form<'_> {
            /// Returns the form with normalised texts.
            #[must_use]
            pub fn normalized(&self) -> $form<'_> {
                $form { $($text: RULES.$text.normalize(&self.$text)),+ }
            }

            /// Returns the normalised form. A file is checked separately, and its result passed here.
            ///
            /// # Errors
            /// All invalid fields, in the form's order.
            pub fn accept(
                &self,
                $($file: Result<(), &'static str>)?
            ) -> Result<$form<'_>, Vec<$crate::form::validation::FieldError>> {
                let form = self.normalized();
                #[allow(unused_mut, reason = "most forms have neither a file nor a check between fields")]
                let mut errors =
                    $crate::form::validation::in_order(FORM.texts, ::validator::Validate::validate(&form));
                $($(
                    if !$passes(&form.$checked, &form.$other) {
                        let error = $crate::form::validation::FieldError::new(stringify!($checked), $message);
                        $crate::form::validation::add_cross_check(&mut errors, FORM.texts, error);
                    }
                )+)?
                $(
                    if let Err(message) = $file {
                        errors.push($crate::form::validation::FieldError::new(stringify!($file), message));
                    }
                )?
                if errors.is_empty() { Ok(form) } else { Err(errors) }
            }

            /// Returns all invalid fields in the form's order; empty for a valid form.
            #[must_use]
            pub fn check(&self, $($file: Result<(), &'static str>)?) -> Vec<$crate::form::validation::FieldError> {
                self.accept($($file)?).err().unwrap_or_default()
            }
        }

        $(
            /// Calls [`check_normalized`]($crate::form::rule::TextRule::check_normalized) for the `validator` derive.
            fn $text(text: &str) -> Result<(), ::validator::ValidationError> {
                RULES.$text.check_normalized(text).map_err($crate::form::validation::validation_error)
            }
        )+
    };
}
/// Expands to a message with a number in place of `{number}`.
#[doc(hidden)]
#[macro_export]
macro_rules! __numbered {
    ($message:literal, $number:expr) => {{
        const NUMBER: usize = $number;
        ::const_format::str_replace!($message, "{number}", ::const_format::formatcp!("{NUMBER}"))
    }};
}
/// Expands to an `Option` of an optional key.
#[doc(hidden)]
#[macro_export]
macro_rules! __optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
/// Expands to an `Option` of `STORED`.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored {
    () => {
        None
    };
    ($table:literal) => {
        Some(STORED)
    };
}
